def run(c,r): pass

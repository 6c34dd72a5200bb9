/* SPDX-License-Identifier: MIT
 *
 * The machine column-type: the name of the type of a column of texts, as ClickHouse writes
 * it.
 */
%%{
machine column_type;
alphtype unsigned char;

# texts         = "String" / "FixedString(" %x31-39 *8DIGIT ")"
texts           = "String"
                | "FixedString(" ( [1-9] [0-9]{0,8} ) $digit ")" @fixed ;

# type          = texts / "Nullable(" ( texts / "Nothing" ) ")"
type           := texts
                | "Nullable(" @nullable ( texts | "Nothing" ) ")" ;
}%%

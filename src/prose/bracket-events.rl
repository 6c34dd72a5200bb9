/* SPDX-License-Identifier: MIT
 *
 * The pairs of brackets of grammar/prose/marks.rl, by number: the events of a bracket.
 */
%%{
machine bracket_events;

action pair_0          { pair = 0; }
action pair_1          { pair = 1; }
action pair_2          { pair = 2; }
action pair_3          { pair = 3; }
action pair_4          { pair = 4; }
action pair_5          { pair = 5; }
action pair_6          { pair = 6; }
action pair_7          { pair = 7; }
action pair_8          { pair = 8; }
action pair_9          { pair = 9; }
action pair_10         { pair = 10; }
action pair_11         { pair = 11; }
action pair_12         { pair = 12; }
action pair_13         { pair = 13; }
action pair_14         { pair = 14; }
action pair_15         { pair = 15; }
action pair_16         { pair = 16; }
action pair_17         { pair = 17; }
action pair_18         { pair = 18; }
action pair_19         { pair = 19; }
action pair_20         { pair = 20; }
action pair_21         { pair = 21; }
action pair_22         { pair = 22; }
action pair_23         { pair = 23; }
action pair_24         { pair = 24; }
action pair_25         { pair = 25; }
action pair_26         { pair = 26; }
action pair_27         { pair = 27; }
action pair_28         { pair = 28; }
action pair_29         { pair = 29; }
action pair_30         { pair = 30; }
action pair_31         { pair = 31; }
action pair_32         { pair = 32; }
action pair_33         { pair = 33; }
action pair_34         { pair = 34; }
action pair_35         { pair = 35; }
action pair_36         { pair = 36; }
action pair_37         { pair = 37; }
action pair_38         { pair = 38; }
action pair_39         { pair = 39; }
action pair_40         { pair = 40; }
action pair_41         { pair = 41; }
action pair_42         { pair = 42; }
action pair_43         { pair = 43; }
action pair_44         { pair = 44; }
action pair_45         { pair = 45; }
action pair_46         { pair = 46; }
action pair_47         { pair = 47; }
action pair_48         { pair = 48; }
action pair_49         { pair = 49; }
action pair_50         { pair = 50; }
action pair_51         { pair = 51; }
action pair_52         { pair = 52; }
action pair_53         { pair = 53; }
action pair_54         { pair = 54; }
action pair_55         { pair = 55; }
action pair_56         { pair = 56; }
action pair_57         { pair = 57; }
action pair_58         { pair = 58; }
action pair_59         { pair = 59; }
action pair_60         { pair = 60; }
action pair_61         { pair = 61; }
action pair_62         { pair = 62; }
action pair_63         { pair = 63; }
action pair_64         { pair = 64; }
action pair_65         { pair = 65; }
action pair_66         { pair = 66; }
action pair_67         { pair = 67; }
action pair_68         { pair = 68; }
action pair_69         { pair = 69; }
action pair_70         { pair = 70; }
action pair_71         { pair = 71; }
action pair_72         { pair = 72; }
action pair_73         { pair = 73; }
action pair_74         { pair = 74; }
action pair_75         { pair = 75; }
action pair_76         { pair = 76; }
}%%

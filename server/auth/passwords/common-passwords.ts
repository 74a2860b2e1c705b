/**
 * The passwords that lead every published list of leaked ones, in lower case. Kept as text: a file
 * of one string compiles and reads faster than an array of a few hundred.
 */
const LIST = `
000000 00000000 0000000000 010203 01020304 0123456 01234567 012345678 0123456789 0987654321 09876543
100200 101010 102030 10203040 111111 1111111 11111111 111111111 1111111111 11111111111 111222 111222333
112233 11223344 1122334455 112233445566 121212 12121212 123123 123123123 12312312 123123a 1231234
123321 1233210 123321123 123412 12341234 1234321 123450 123454321 123456 1234560 12345600 1234561
12345612 1234567 12345671 12345678 123456780 12345678910 123456789 1234567890 1234567891 123456789a
12345678a 1234567a 1234567q 123456a 123456aa 123456abc 123456q 123456qwerty 12345679 1234568 123457
12345a 12345abc 12345q 12345qwert 12345qwerty 1234abcd 1234qwer 1234qwerasdf 123654 123654789 123698745
123789 123abc 123asd 123qwe 123qweasd 123qweasdzxc 124578 12qwaszx 131313 13131313 134679 135790
135791 1357924680 141414 142536 147147 147258 147258369 147852 147852369 151515 159159 159357 159753
159951 161616 171717 181818 191919 192837465 1a2b3c 1a2b3c4d 1a2b3c4d5e 1q2w3e 1q2w3e4r 1q2w3e4r5t
1q2w3e4r5t6y 1qa2ws3ed 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qazxcvb 202020 212121 22222222 222222
232323 242424 246810 2468101 252525 258456 272727 282828 292929 321321 321321321 33333333 333333
369258147 3rjs1la7qe 44444444 444444 456456 456789 456852 4815162342 55555555 555555 5555555555
654321 6543210 66666666 666666 666999 696969 69696969 741852 741852963 753159 7654321 77777777 777777
7777777 789456 789456123 789789 87654321 876543210 88888888 888888 951753 963852741 987654 9876543
98765432 987654321 9876543210 987456321 99999999 999999 9999999999
a123456 a1234567 a12345678 a123456789 a1b2c3 a1b2c3d4 a1s2d3f4 aa123456 aa12345678 aaaaaa aaaaaaaa
abc123 abc1234 abc12345 abc123456 abc123abc abcabc abcd123 abcd1234 abcd12345 abcdef abcdef123
abcdefg abcdefg1 abcdefgh abcdefghi abcdefghij access access14 account adidas admin123 admin1234
admin12345 administrator adminadmin alexander alexandra alexis amanda amanda1 america andrea andrew
angel1 angela angelica angelina angels animal anthony anthony1 apple123 arsenal arsenal1 asd123
asdasd asdasdasd asdf1234 asdfasdf asdfgh asdfghj asdfghjk asdfghjkl asdfjkl asdqwe123 ashley ashley1
asshole august austin azerty azertyuiop babygirl babygirl1 bailey banana barbara barcelona baseball
baseball1 basketball batman batman1 beautiful beautiful1 beavis benjamin bigdaddy biteme blahblah
blessed1 blink182 bonnie brandon brandon1 brandy brooklyn butterfly butterfly1 buster camaro cameron
carlos caroline cassie changeme changeme1 changeme123 charles charlie charlie1 cheese chelsea chelsea1
chester chicago chicken chocolate chocolate1 christian christine christopher coffee compaq computer
computer1 consumer cookie cookies cooper corvette cowboy cowboys creative crystal daniel daniel1
danielle david123 december default default1 diamond dolphin dragon dragon1 eagles edward einstein
elephant elizabeth estrella faithful family family1 ferrari fishing flower flowers football football1
forever forever1 freedom freedom1 friend friends friends1 fuckme fuckoff fuckyou fuckyou1 fuckyou2
gabriel garfield genesis george gfhjkm ginger golden golfer google google1 gordon guitar hammer hannah
hannah1 harley heather hello123 hello1234 hellohello hockey hottie1 hunter hunter1 hunter2 iceman
iloveme iloveme1 iloveu iloveyou iloveyou! iloveyou1 iloveyou123 iloveyou2 infinity internet jackson
jasmine jasmine1 jasper jennifer jennifer1 jeremy jessica jessica1 johnny jonathan jordan jordan1
jordan23 joseph joshua joshua1 junior justin justin1 killer killer1 kimberly kissme kristina ladybug
lakers lalala lauren legend letmein letmein! letmein1 letmein123 liverpool liverpool1 logitech london
loveme loveme1 lovely lover1 loveyou loveyou1 maggie manchester marina marlboro marseille martin
master master1 master123 matrix matthew matthew1 maverick melissa mercedes merlin michael michael1
michelle michelle1 midnight mohammed money1 monica monkey monkey1 monkey12 monkey123 monster monster1
mother movies mustang mustang1 myspace1 mypassword mynoob naruto natasha ncc1701 newyork nicholas
nicole nicole1 nintendo nirvana nothing november oliver orange p@ssw0rd p@ssw0rd1 p@ssword p@55w0rd
pa$$w0rd pa$$word pakistan pass1234 pass12345 passport passw0rd passw0rd1 passwd password password!
password. password0 password01 password1 password1! password10 password11 password12 password123
password1234 password12345 password13 password2 password3 password4 password7 password8 password9
passwordpassword patricia patrick peanut pepper peterpan phoenix pokemon pokemon1 porsche porsche911
poop123 portugal prince princess princess1 princesa purple purple1 q1w2e3 q1w2e3r4 q1w2e3r4t5
q1w2e3r4t5y6 qazwsx qazwsx123 qazwsxedc qazxsw qq123456 qwaszx qwe123 qwe123qwe qweasd qweasd123
qweasdzxc qweqwe qweqweqwe qwer1234 qwer123456 qwert123 qwert12345 qwert1 qwerty qwerty1 qwerty11
qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty321 qwerty7 qwerty78 qwertyqwerty
qwertyu qwertyui qwertyuio qwertyuiop qwertyuiop123 rachel rainbow ranger rangers raiders rebecca
redsox rebelde richard robert robert1 rocket rockyou ronaldo ronaldo7 rosebud runescape russia
sakura samantha samantha1 samsung samsung1 sandra sarah1 scooter scorpion secret secret1 secret123
september sergey shadow shadow1 shannon shithead silver skateboard slipknot snoopy soccer soccer1
softball spider spiderman spiderman1 starwars starwars1 steelers steven summer summer1 sunflower
sunshine sunshine1 superman superman1 superstar sweety sweetie taylor taylor1 teacher tennis test123
test1234 test12345 testing testing1 testing123 testtest thomas thomas1 thunder tigers tigger tigger1
tinkerbell tinkle trustno1 twilight undertaker user1234 vanessa veronica victor victoria victoria1
vincent volleyball warcraft wasser webhompas welcome welcome! welcome1 welcome123 welcome2 whatever
whatever1 william william1 wilson winner winston winter wizard wolverine wordpass xxxxxx xxxxxxxx
yankees yellow yourmom1 z1x2c3v4 zaq12wsx zaq1xsw2 zaq1zaq1 zxcvbn zxcvbnm zxcvbnm1 zxcvbnm123
zxcvasdf zxc123 zxczxc zzzzzz
contrasena contraseña contraseña1 tequiero teamo123 teamo1 mexico1 america1 holahola hola1234
construction builder1 chalkline timeclock
`;

const COMMON = new Set(LIST.trim().split(/\s+/));

export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}

/** Common building blocks of passwords, in English and romaji: a single word is guessable. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `
abcd abcde abcdef aaa abc access account action adgjmptw adidas adgj admin administrator adobe adrian adult africa again
agent airplane airport alabama alaska albert alex alexander alexandra alexis alfred alice alicia alison allison alpha
always amanda amateur amazon amber america american amsterdam anderson andrea andrew andrey android angel angela angelina
angels animal anime anita anna annie anthony antonio anything apollo apple apples april archer arctic arizona arsenal
arthur artist ashley aspire asdf asdfgh asdfghjk asdfghjkl asdf1234 assassin athena atlanta audio august aurora austin
australia avatar azerty azertyuiop baby babygirl babyboy babydoll bailey balloon banana bandit barbara barbie barcelona
barney baseball basketball batman batista beach beagle bear bears beast beatles beautiful beauty beaver beckham bella benjamin
berlin bernard bettyboop bigboy bigdaddy bigdick bigdog billy birthday bitch biteme black blackberry blackbird blackcat blackdog
blackhorse blackjack blackman blacky blaster blessed blessing blessing blink blizzard blonde blondie bloody blossom blowfish
blowjob blowme bluebird blueberry bluefish bluemoon bluesky bobby bonnie booboo booger boomer boots boston bowling bradley
brandon brandy brasil brazil brian bridge britney brittany broken broncos brooklyn brother bruins brutus bubba bubble
bubblegum bubbles buddy budlight buffalo bulldog bulldogs bullet bullshit bunny business buster butter buttercup butterfly
butthead caesar calendar california calvin camaro cambridge camera cameron canada cancer candy captain cardinal carlos carmen
carolina caroline carpenter carrie carter cartman casper cassie castle catalina catherine celtic celtics center challenger
champion champions chance change changeme changeit charles charlie charlotte cheese cheesecake chelsea cherry chester chevrolet
chevy cheyenne chicago chicken children chinese chloe chocolate chopper chris christ christian christina christine christmas
christopher chrome cinderella claire classic claudia cleopatra clifford cocacola coffee college colorado columbia columbus
comeback comet command compaq computer computers concrete confused connect connie consumer contact control cookie cookies
cooper copper corona corvette counter country courtney cowboy cowboys coyote cracker crazy cream creative cricket cristina
crystal customer cutie dallas dance dancer dancing danger daniel daniela danielle darkness darkstar darling database
david dawson december deedee default defender delete delta demo denis dennis denver deskjet desktop destiny detroit devil
diablo diamond diamonds dickhead diesel digital dinosaur director discover discovery disney doctor doggie dolphin dolphins
domain dominic donald donkey doraemon dorothy doudou download dragon dragonball dragonfly dragons dreamer dreams driver
dropbox dude eagle eagles earth eclipse edward einstein electric elephant elizabeth elizabet emerald emily eminem emmanuel empire energy england english
enjoy enter enterprise entrance eric erica ericsson eternity europe evelyn everton everything excalibur explorer express
facebook faith falcon falcons family fantasy fashion father favorite february federico felix fender fernando ferrari fiction
fighter finance finger fireball firebird firefire firefly firefox firewall fish fisher fishing flamingo flash flipper florida flower
flowers fluffy flyers football forever forest forgot formula foxtrot france francesco francis francisco frank frankie franklin freddie freddy
free freedom freeman freeuser french friday friend friends friendship fucker fuckme fuckoff fuckyou galaxy gambit games gandalf gangster
garden garfield gateway gemini general genesis genius george georgia gerald germany gfhjkm ghost giants gibson gilbert ginger
girls gizmo gladiator global goddess godfather godzilla golden goldfish golfer golfing goober goodbye goodluck google gordon gorilla
graham grandma grandpa gravity great green greenday greenbay gregory griffin grizzly guardian guest guinness guitar gunner hacker hahaha hailey
hallo hallowed halloween hammer hamster hannah happy happyday happiness hardcore harley harrison harvey hawaii hawkeye heather
heaven hector helena hello helloworld hello123 helpme hendrix henry hentai hercules heroes hesoyam hockey holiday hollywood homer
homework honda honey hooters horizon horse horses hotdog hotmail hotrod hottie houston howard hudson hunter hunting icecream iceman
idontknow ihateyou iloveme iloveu iloveyou iloveyou2 iloveyousomuch imagine immortal indian indiana infinity information innocent instagram
intel internet intrepid ireland isabel isabella israel italia jackass jackie jackson jaguar jamaica james jamesbond january japan
jasmine jason jasper jeffrey jennifer jenny jeremy jessica jessie jesus jesuschrist jimmy johannes john johnny johnson jonathan
jordan jordan23 joseph joshua journey julia julian juliana juliet junior jupiter justice justin justinbieber kangaroo karate
katherine kathleen katrina kawasaki keepout kelly kenneth kenwood kermit kevin keyboard kimberly kingdom kingkong kitten kittens kitty
knight knights kristina kristen kristin ladybug lakers lalala larry laura lauren lavender lawrence leather legend leonardo
letmein letmein1 letmeinnow liberty lifehack lightning lincoln linda linkedin lionking lions liquid lisa little liverpool
lollipop lollypop london longhorn looking lorena louise love lovebug lovelife lovelove lovely loveme lover loverboy lovers
loveyou lucky lucky7 macintosh maddog madison madonna madrid maggie magic magnum manager manchester manuel margaret maria
mariana mariah marina mario marlboro marley marriage marshall martha martin martina marvin master matrix matthew maverick maximus
maxwell mazda megaman melanie melissa member memorial memory mercedes mercury message metal metallica mexico michael michel
michelle michigan mickey mickeymouse microlab microsoft midnight miguel military minecraft miracle miranda mitchell mobile mohammed molly
moment monday money monica monique monkey monkeys monopoly monster montana moonlight moonshine morgan morpheus mother motherfucker motorola
mountain mouse movies muffin mulder muhammad murphy music mustang myspace mypassword mysecret myspace mystery naruto nascar natalia natalie natasha nathan
nature naughty nemesis network newlife newpass newpassword newyork newyork1 nicholas nicole nikita nintendo nirvana nissan
nobody nothing notused november nothing1 number oakland october oicu812 oliver olivia onelove online open opensesame operator
orange orlando oscar outlaw outlook pacific packers paintball pakistan pamela pancho panda panther panthers paradise paramore
parker parola partner pasaway pass passion passme passport passw0rd passwd passwort password passwords pass1234 patches
patience patricia patrick patriots paul peace peaches peanut pearljam penguin penguins pentium pepper peppers pepsi perfect
personal peter phantom philip phoenix phone photo photos picture pierre pikachu pimpin pingpong pink pirate pirates pizza
platinum player playboy please pokemon poiuytrewq poiuyt police polska poohbear pookie popcorn popeye popopo porsche postman
power powers precious president presario preston pretty primavera prince princes princess private promise psycho public pumpkin
puppies puppy purple pussy qazwsx qazwsxedc qazxsw q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qqww1122 qwaszx qwer qwer1234 qwert qwerty
qwerty12 qwertyui qwertyuio qwertyuiop qwertz qwe123 qweasd qweasdzxc qweqwe rabbit rachel racing raiders railroad rainbow rammstein
ranger rangers raptor ravens raymond realmadrid rebecca rebel reddog redhead rednose redrum redskins redsox redwings register
remember renegade research respect revolution rhiannon ricardo richard robert roberto robinson rockets rockstar rocky roger
rolltide romance romantic ronaldo ronnie rooster rosebud roses royal runner russell russia sabrina sailing sailor salvador
samantha samson samsung sanchez sandman sandra santiago santos sarah saturday saturn sausage savage savannah scarface scarlet
school science scooby scoobydoo scooter scorpio scorpion scotland scott scrapper secret secret1 security sensei september
serenity service seven sexsex sexy shadow shadows shakira shannon shaolin sharon shelby sheridan shithead shorty
sierra signature silver simple simpsons single sister sixteen skater skateboard skeleton skipper skittles skyline slayer
slipknot smile smiles smiley smokey smooth snickers sniper snoopy snowball snowboard snowman soccer softball soldier
somebody something sonic sophia sophie southern spanish sparky speaker special spectrum spencer spider spiderman spirit
spitfire sponge spongebob spring squirrel srinivas stalker standard stanley star starcraft stardust stargate starlight
stars startrek starwars steelers stefan stella stephanie stephen steven stewart stingray strawberry student stupid success
sugar suckit summer sunday sundance sunflower sunny sunset sunshine super superman supernova superstar support surfing
survivor susan suzuki swallow sweden sweet sweetheart sweetie sweetpea sweety swimming swordfish sydney system tamara tarheels
taylor teacher techno teddy teddybear telephone temp temporary tennis teresa test testing tester testtest texas thailand
thebest thecure theking theman theone therock thomas thompson thunder thunderbird thursday tiffany tiger tigers tigger time timothy
tinker tinkerbell tintin titanic together tomorrow toomuch toronto tottenham toyota traffic training transfer transformers
travel travis treasure trinity triumph trouble trustme trustno trustno1 truelove tuesday turbo turtle tweety twilight twitter
undertaker unicorn united universal universe unknown user username valentin valentina valentine valerie vampire vanessa vanilla
vegeta veronica victor victoria victory vietnam viking vikings vincent violet virginia vision volcano volleyball voodoo
wallace walter warcraft warhammer warning warrior warriors washington water waterfall watermelon webmaster wednesday welcome welcome1
welcomehome western whatever white wildcat wildcats william williams willow wilson windows winner winnie winston winter
wisdom wizard wolf wolverine wolves wonder wonderful woodland woody world worldcup wrestling xavier xbox xiaoming yamaha yankee
yankees yellow yourname youtube yvonne zachary zaq12wsx zaqwsx zaqxsw zeppelin zero zidane zombie zxcv zxcvb zxcvbn zxcvbnm
1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 2wsx zaq1 zaq1zaq1 zaq1xsw2 a1b2c3 a1b2c3d4 1a2b3c 1a2b3c4d
a1s2d3f4 123qwe 123abc 12qwaszx p455w0rd love123 monkey1 login logmein root toor room letmeroom roompass roomroom
aiaiai aichan aikotoba aishiteru aishiterune ai akari akemi aki akiko akina akira akiyama amaterasu anata anpanman aoi aoyama arashi arigato arigatou
asahi asuka atsushi ayaka ayako ayumi baka bakabaka chihiro chiisai chikara daichi daiki daisuke daisuki dakara doraemon eiko emiko fuji fujisan
fujita fukuoka fumiko gakusei gambare ganbare ganbatte genki gundam hanako hanami haruka haruki haruna hayashi hidden hikari hikaru hiroki
hiroko hiromi hiroshi hiroshima hitomi hokkaido honda honoka ichiban ichigo ichiro inazuma inuyasha ishida ishikawa itou izumi jinsei
junko kaede kagoshima kaori kawaii kawasaki kazuki kazuko kazuya keiko keitai kenichi kenji kenshin kimura kinako kirakira
kobayashi kobe koharu koinu koneko konnichiwa kotaro koukou kumamoto kuroneko kyoko kyoto maiko makoto manami manga masaki masako
masao matsuda matsumoto mayumi megumi midori miho mikan miki minami minato misaki mitsubishi miyuki mizuki moemoe momoko momotaro
morning murakami musashi nagano nagasaki nagoya naginata nakamura nanako nanami naoki naoko naomi natsuki natsumi neko nekoneko niigata
nihon ninja nippon nobita norika nyanko ohayou okada okinawa onepiece onigiri osaka otaku pasokon pasuwado pasuwaado pasuwadoo puripuri
reiko rinrin ryota ryuichi saitama sakura sakurai sakurasaku samurai sanrio sapporo sasaki satomi satoshi satou sayaka sayonara
sayuri seiko sekai sendai shigeru shinichi shinji shizuka shizuoka shogun shouta sumire sushi suzuka tadashi taiyou takahashi takashi
takeshi takuya tanaka taro tenshi tetsuya tokyo tomoko tomomi totoro toyota tsubasa tsunami tsuyoshi usagi watanabe yamada yamaguchi
yamamoto yamato yasuko yokohama yoshida yoshiko yoshino yousuke yuichi yukari yukiko yukino yumiko yusuke yuuki zelda
`
    .trim()
    .split(/\s+/),
)

// The stems of the commonest passwords, in small letters: chosen by hand, not taken from a leak. scripts/make-common-words.mjs packs them
// into common-words.ts; the tests read them from here.

const ROWS = `
password passwort passw passwd pass motdepasse contrasena senha parola wachtwoord haslo heslo mima mypass mypassword
welcome letmein letme login logon logmein access admin administrator root master superuser user guest test testing tester
changeme change default secret private secure security system server computer internet network windows microsoft google
apple android iphone samsung galaxy nokia sony toshiba lenovo dell cisco oracle linux ubuntu facebook twitter instagram
youtube yahoo hotmail gmail myspace linkedin amazon netflix playstation xbox nintendo gaming gamer office work school
college student teacher doctor nurse manager company business demo sample temp temporary account hello hallo hola
bonjour ciao goodbye whatever nothing something anything everything trustno trustnoone 007 blahblah asshole fuckyou fuckme
fuckoff fuck shit bitch sexy pussy
qwerty qwertz azerty qwertyuiop qwertyui qwert qwer asdf asdfg asdfgh asdfghjk asdfghjkl zxcv zxcvb zxcvbn zxcvbnm
qazwsx qazwsxedc wsxedc edcrfv rfvtgb qaz wsx edc 1qaz 2wsx 3edc 4rfv 5tgb zaq1 zaq xsw2 cde3 vfr4 1q2w3e4r 1q2w3e
1q2w3e4r5t q1w2e3r4 q1w2e3 a1b2c3d4 a1b2c3 a1s2d3f4 1a2b3c 1a2b3c4d zxc asd qwe poiuyt lkjhgf mnbvcxz !qaz @wsx #edc
!@# !@#$ !@#$% !"# 1234qwer abcd abcde abcdef abcdefg abcdefgh abc
iloveyou ilove iloveu loveyou loveme lovely lover lovers love forever always baby babygirl babyboy angel angels honey
sweet sweety sweetie sweetheart darling sugar candy cookie chocolate cupcake princess prince queen king kings prinsesa
beautiful pretty cutie hottie buddy friend friends bestfriend family mother father mommy daddy mama papa brother sister
mylove myself mybaby happy smile lucky peace heaven blessed faith grace hope jesus christ jesuschrist god godisgood bible
church trinity amen angelina destiny
monkey dragon tiger lion wolf wolves eagle eagles falcon falcons hawk hawks panther panthers bear bears bulldog bulldogs
dolphin dolphins shark sharks horse horses mustang mustangs pony kitty kitten hellokitty puppy doggy dog cat cats dogs
rabbit bunny turtle panda koala penguin butterfly spider snake cobra viper phoenix unicorn raptor stallion gorilla
chicken duck ducky cowboy cowboys scorpion buster bailey shadow maggie ginger pepper peanut oreo tigger snoopy garfield
scooby mickey minnie winnie pooh bambi simba nala lucky rocky max sammy molly jasper smokey
sunshine sunny sunflower moon moonlight star stars starlight stardust sky skyline rainbow storm thunder lightning fire
water ocean beach island river mountain forest flower flowers rose roses lily daisy violet cherry apple banana orange
lemon peach strawberry blueberry mango coconut pumpkin summer winter spring autumn snow snowball snowman christmas
halloween easter holiday birthday january february march april june july august september october november december
monday tuesday wednesday thursday friday saturday sunday today tomorrow morning midnight
red blue green yellow black white purple pink silver golden gold brown grey gray diamond crystal ruby emerald platinum
magic magical wizard ghost demon devil satan vampire zombie ninja samurai warrior knight soldier hunter killer assassin
sniper ranger rider pirate pirates viking vikings spartan spartans trojan trojans titan titans legend hero heroes
superman batman spiderman ironman hulk wolverine marvel joker robin avengers starwars skywalker vader yoda jedi matrix
terminator predator pokemon pikachu charizard naruto sasuke itachi kakashi goku vegeta dragonball onepiece luffy bleach
ichigo sakura doraemon totoro minecraft fortnite roblox warcraft starcraft zelda mario sonic tetris halo diablo
harrypotter hermione hogwarts gandalf frodo lordoftherings twilight
football soccer baseball basketball hockey tennis golf golfer volleyball softball cricket rugby boxing karate racing
swimming running cycling fishing hunting skate skater skateboard surfer surfing snowboard dance dancer dancing cheer
music guitar piano drums drummer metal metallica slipknot nirvana eminem tupac beatles greenday linkinpark blink slayer
rammstein ironmaiden acdc rockstar rocknroll hiphop reggae bobmarley justinbieber onedirection rihanna beyonce shakira
liverpool arsenal chelsea manchester manutd united everton tottenham barcelona barca realmadrid madrid juventus milan
inter bayern dortmund celtic rangers galatasaray fenerbahce besiktas benfica porto ajax boca river flamengo corinthians
palmeiras yankees redsox lakers celtics bulls packers steelers raiders broncos giants dodgers mets cubs braves patriots
ronaldo messi beckham gerrard rooney zidane ronaldinho neymar jordan kobe lebron
ferrari porsche mercedes bmw audi corvette camaro mustang honda toyota nissan subaru yamaha suzuki kawasaki harley ducati
volvo hyundai ford chevy jeep jaguar lexus
america american england english london scotland ireland irish france french paris germany german deutschland berlin
hamburg italia italy roma rome spain espana mexico mexican brasil brazil canada canadian toronto australia sydney newyork
california texas dallas houston florida miami chicago boston denver phoenix detroit oakland austin vegas hawaii russia
moscow poland polska turkey turkiye istanbul india indian mumbai delhi pakistan karachi philippines pinoy manila
indonesia jakarta bandung malaysia singapore thailand bangkok vietnam hanoi saigon china chinese beijing shanghai
guangzhou shenzhen hongkong taiwan taipei korea korean seoul busan
japan japanese nippon nihon tokyo osaka kyoto kobe nara kansai kinki namba umeda tennoji sakai wakayama shiga otsu hiroshima
fukuoka nagoya sapporo hokkaido okinawa yokohama sendai nagasaki kanazawa fujisan fuji shinkansen haruka kuroshio thunderbird
kippu ticket tickets railway train trains densha shitetsu icoca suica pasmo airport kanku travel traveler traveller
traveling tourist vacation journey konnichiwa ohayo arigato sayonara sushi ramen sakura sumo geisha kawaii neko inu
aishiteru daisuki tanaka suzuki sato takahashi watanabe ito yamamoto nakamura kobayashi kato yoshida yamada sasaki
yamaguchi matsumoto inoue kimura hayashi hanako taro takeshi hiroshi kenji kenta daisuke takuya naoki yuki yuka yumi
akira satoshi makoto ayumi misaki nanami hikaru tsubasa shinji asuka
woaini woaiwojia aini wang zhang chen liu yang huang zhao zhou ming xiao long feng taobao alibaba tencent
sarang saranghae saranghaeyo hankuk minsu jimin kimchi bts exo
michael michelle jessica ashley nicole daniel danielle jordan andrew anthony matthew matt joshua josh jennifer jenny
amanda samantha sam sammy elizabeth lisa liza robert bob bobby rob robbie thomas tom tommy william will willie bill billy
james jim jimmy jamie john johnny jonny johnson jack jackie jackson joseph joe joey david dave davis charles charlie
charlotte george georgia harry henry edward eddie richard rick ricky dick frank frankie francis franklin peter pete paul
paula pauline mark marcus marco maria marie mary martin martina steve steven stephen stephanie scott sean shawn ryan
brian bryan brandon brandy brittany britney kevin kelly kelsey kyle kimberly kim justin justine jason jasmine jasmin
patrick patricia pat patty victor victoria vicky vanessa valerie vincent veronica virginia alexander alexandra alexis alex
alicia allison alice amber amy andrea angela angie anna annie antonio arthur austin barbara becky benjamin ben benny
bernard beth bonnie bradley brad bruce cameron carlos carol caroline catherine cathy chelsea chris christian christina
christine christopher cindy claire claudia connor courtney crystal curtis cynthia dakota dallas denise dennis derek
diana diane dominic donald donna dorothy douglas dylan elaine elena ellen emily emma eric erica erik erin ethan eva evan
felix fernando gabriel gabriela gary gavin gemma gerald gloria gordon grace greg gregory hannah harold heather heidi
helen holly hunter ian isabel isabella ivan jacob jake jane janet jared jeff jeffrey jeremy jerry jesse jessie jill
joanna joanne jonathan jose juan judy julia julian julie karen karina kate katherine kathy katie katrina keith ken
kenneth kenny kristen kristin lance larry laura lauren leah lee leo leonardo leslie liam linda logan lorenzo louis
louise lucas lucy luis luke madison mandy manuel marcel margaret marina mario marisa marissa marvin mason max maxwell
megan melanie melissa mercedes mia miguel mike mikey miles mitchell mohamed mohammed muhammad ahmed ali hassan hussein
monica morgan nancy naomi natalia natalie natasha nathan nathaniel neil nelson nicholas nick nicky noah oliver olivia
omar oscar pablo pamela pedro philip phillip rachel ralph raymond rebecca ricardo rita roberto rodrigo roger roland
ronald ronnie rosie roxanne roy russell sabrina sally sandra sandy santiago sara sarah savannah sebastian sergio shane
shannon sharon sheila sierra simon simone sofia sophia sophie spencer stanley stella stuart susan susie suzanne sydney
sylvia tamara tanya tara taylor teresa terry theresa tiffany timothy timmy tina todd tony tracy travis trevor tyler
vladimir walter wanda warren wendy wesley whitney willow winston xavier yolanda yvonne zachary zoe
alejandro alejandra alberto andres camila carmen cristina daniela diego eduardo estrella francisco guadalupe javier jorge
juanito lorena lucia luna marisol martha mateo mauricio paola raul rafael rosario salvador valentina ximena teamo tequiero
amor amorcito corazon bonita chiquita princesa mariposa
sergey dmitri andrey natasha nikita olga tatiana igor maxim svetlana privet lubov
hassan fatima aisha khan ahmad ibrahim mustafa yusuf allah bismillah priya rahul krishna ganesh shiva sairam omsairam
slamet rizki sayang cinta bismilah mahal mahalko
freedom liberty justice power energy money cash dollar million rich success winner number lucky seven eleven player
playboy gangster gangsta thug pimp rebel crazy stupid idiot loser ugly fatboy bigdog bigboy bigdaddy daddysgirl
superstar rockyou hardcore extreme ultimate alpha omega delta gamma sigma bravo charlie foxtrot tango victor echo
inuyasha evangelion gundam eclipse genesis infinity creative passion spirit phantom mystery fantasy fantastic awesome
amazing perfect special forgot forget remember november sparky sparkle sassy skippy snickers snuggles pookie precious
chester cooper dakota duke harley bandit bear teddy teddybear misty midnight missy pumpkin patches muffin whiskers
winter abracadabra opensesame sesame vision voyager enterprise startrek trek spock picard apollo neptune jupiter saturn
mercury venus pluto mars earth world galaxy universe cosmos planet rocket space alien
`;

/** Each has at least three characters. They include the words of this service and its region. */
export const COMMON_STEMS: readonly string[] = [...new Set(ROWS.trim().split(/\s+/))];

"""Words too common to say what a text is about, in the larger European languages; folded, without accents."""

from __future__ import annotations

_ENGLISH = """a about above across after again against all almost alone along already also although always am
among an and another any anyone anything are around as ask at away back be became because become been before
began behind being below best better between both but by call came can cannot case cases certain come could did
different do does doing done dont down during each either else end enough especially etc even ever every
everything example far few find first following for found four from full further gave general get give given
gives go going good got great had has have having he hence her here herself high him himself his how however i
if important in including instead into is it its itself just keep kind know known large last later least less
let like likely little long look made mainly make makes making many may me mean means might more most mostly
much must my myself near necessary need needed never new next no non nor not nothing now number of off often old
on once one only onto or order other others our out over own part particular people per perhaps possible put
quite rather really same say see seem seems seen set several shall she should show shown since small so some
something sometimes soon still such take taken than that the their them themselves then there therefore these
they thing things this those though three through throughout thus time times to together too took toward two
under until up upon us use used useful uses using usually various very via want was way ways we well went were
what when where whether which while who whole whom whose why will with within without work would year years yes
yet you your yours yourself http https www com org html page figure fig table section chapter isnt doesnt didnt
wasnt arent cant wont couldnt shouldnt wouldnt ive youre thats theres im id ll re ve"""
_GERMAN = """aber alle allem allen aller alles als also am an andere anderen anderer anderes auch auf aus bei
beim bereits bin bis bist da dabei dadurch dafur damit danach dann daran darauf darin das dass dazu dem den
denen denn der deren des dessen die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem
einen einer eines einige einigen er erst es etwa etwas euch fur gegen hab habe haben hat hatte hatten hier hin
hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in ins ist ja jede jedem jeden jeder jedoch jetzt
kann kein keine keinen konnen konnte machen mehr mein mit muss nach neben nicht nichts noch nun nur ob oder ohne
schon sehr sein seine seinem seinen seiner seit sich sie sind so sogar solche soll sollte sondern sowie uber um
und uns unser unter viel viele vom von vor wahrend war ware waren warum was weil weiter welche wenn wer werden
wie wieder will wir wird wo wurde wurden zu zum zur zwar zwischen"""
_ROMANCE = """ai ainsi alors apres au aucun aussi autre autres aux avait avant avec avoir ce ceci cela celle
celui ces cet cette ceux chaque chez comme comment dans de deja depuis des deux doit donc dont du elle elles en
encore entre est et etaient etait ete etre eu fait faire fois font hors ici il ils je jusqu la le les leur leurs
lors lorsque lui ma mais meme memes mes moins mon ne ni nos notre nous on ont ou par parce parmi pas pendant peu
peut peuvent plus plusieurs pour pourquoi pres puis quand que quel quelle quelles quels qui quoi sa sans se
selon sera ses si soit son sont sous sur ta tandis te tes toujours tous tout toute toutes tres trop un une vers
voici vos votre vous aujourd hui qu lorsqu puisque al algo algunas algunos ante antes aquel aquella asi aun
aunque bien cada casi como con contra cual cuales cuando cuanto desde donde dos durante el ella ellas ellos era
eran es esa esas ese eso esos esta estaba estado estan estar estas este esto estos fue fueron ha haber habia
hacer hacia han hasta hay incluso las lo los mas mayor me mejor menos mi mientras mis mucho muchos muy nada nos
nosotros nuestra nuestro o otra otras otro otros para pero poco por porque primera primero puede pueden pues sea
segun ser si sido siempre sin sino sobre solo son su sus tal tambien tan tanto tener tiene tienen toda todas
todo todos tras tu una uno unos y ya yo a agli ai al alla alle allo anche ancora avere aveva c che chi ci cio
coi col come con cosi cui da dagli dai dal dalla dalle degli dei del della delle dello di dopo dove due e ed era
erano essere fa fino fra gia gli ha hanno i io la le lei li lo loro lui ma meno mentre mi mio molto ne negli nei
nel nella nelle nello noi non o ogni oltre per perche pero piu poi prima proprio puo qualche quale quando quanto
quella quelle quelli quello questa queste questi questo qui sara se sei sempre senza si sia siano solo sono
sopra sotto stata stato stesso su sua sue sugli sui sul sulla sulle suo suoi tra tutta tutte tutti tutto un una
uno verso vi voi ao aos as ate cada com como da das de dela dele depois do dos e ela elas ele eles em entre era
essa esse esta este eu foi foram ha isso isto ja mais mas me mesmo meu minha muito na nao nas nem no nos num
numa o os ou para pela pelas pelo pelos por porque pode quando que quem sao se seja sem ser seu seus so sobre
sua suas tambem tem tinha um uma voce"""
_NORTHERN = """aan al alle als altijd andere bij daar dan dat de deze die dit doen door dus een en er ge geen
haar had hadden heb hebben heeft het hem hen hier hij hoe hun iets ik in is ja je kan kon kunnen maar me meer
men met mij mijn moet na naar niet nog nu of om omdat onder ons ook op over reeds te tegen toch toen tot tussen
uit uw van veel voor waar waren was wat werd werden wij wordt worden zal ze zelf zich zij zijn zo zonder zou
alla allt andra annan att av blev bli blir da dar de dem den denna deras dess dessa det detta dig din du efter
eller en er ett fran for ha hade han hans har hon honom hur i icke ingen inom inte jag kan man med mellan men
mig min mot mycket nagon nar ni nu och om oss pa samma sedan sig sin sina ska skulle som sa till under upp ut
utan vad var vara vi vid vilken over at blive bliver da den der deres det dette dig din disse dog efter eller en
end er et for fra ham han hans har havde hende her hun hvad hvis hvor i ikke ind jeg jer kunne man mange med
meget men mig min mod nar ned nogen noget nu og ogsa om op os over pa selv sig sin skal skulle som til ud under
var ved vi vil ville vor ble blitt bare eller ikke kunne noen nar hvor"""
_SLAVIC = """a aby ale ani bardzo bez bo by byc byl byla bylo co czy dla do gdy gdzie go i ich ile im inne iz
jak jako jego jej jest jesli juz kiedy kto ktora ktore ktory ktorych lub ma moze mu na nad nie niz o od oraz po
pod poniewaz przed przez przy sa sie soba sposob ta tak takze tam te tego tej ten to tu tym tylko w wiec
wszystko z za ze zeby и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее
мне было вот от меня еще нет о из ему теперь когда даже ну вдруг ли если уже или ни быть был него до вас нибудь
опять уж вам ведь там потом себя ничего ей может они тут где есть надо ней для мы тебя их чем была сам чтоб без
будто чего раз тоже себе под будет ж тогда кто этот того потому этого какой совсем ним здесь этом один почти мой
тем чтобы нее были куда зачем всех можно при два об другой хоть после над больше тот через эти нас про всего них
какая много разве эту моя свою этой перед лучше том такой им более всю между также который которая которые
которых это й та те і у що як на не та до за це від або для про"""

STOP_WORDS = frozenset(" ".join((_ENGLISH, _GERMAN, _ROMANCE, _NORTHERN, _SLAVIC)).split())

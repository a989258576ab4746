/**
 * Words by which a question is known to continue the conversation, by language: lists with a space between
 * two words, and `_` within an entry of several. `pointing` words stand for something said before. `vague` ones may, but are also used
 * without it ("Is it possible to ..."). `opening` ones begin a question that continues another. `little` ones say
 * nothing of what is asked for.
 */
import { type Language, languages, plain } from '../../phrases.ts'

export type FollowUpWords = Record<'pointing' | 'vague' | 'opening' | 'little', ReadonlySet<string>>

const written: Record<Language, Record<keyof FollowUpWords, string>> = {
  en: {
    pointing:
      'them they those these he him his she her hers theirs their one ones former latter both neither either second third same else instead other others another',
    vague: 'it its that this there then so too',
    opening: 'and but or also so then what_about how_about',
    little:
      'a an the is are was were be been am do does did can could will would shall should may might must has have had get got what when where who whom which why how much many long far often i me my mine we us our you your to of in on at by for from with without about as if not no yes please ok okay and or but also just more any some all there really tell know want need like cost costs take takes mean work works go come say said until till after before people person two three four',
  },
  es: {
    pointing:
      'ellos ellas aquel aquella esos esas estos estas eso esto ese esa este ambos ambas segundo segunda tercero mismo misma otro otra otros otras le les alli',
    vague: 'lo la los las el ella ahi asi',
    opening: 'y pero o tambien entonces',
    little:
      'un una unos unas el la los las de del al a en con por para sin sobre que cual cuales cuando donde quien como cuanto cuanta cuantos cuantas es son era ser estar esta estan hay tiene tienen puedo puede pueden quiero me mi mis te tu se su sus nos si no y o pero mas muy cuesta cuestan vale valen dura favor hasta despues antes',
  },
  fr: {
    pointing:
      'eux elles celui celle ceux celles cela ca lui leur leurs ces second seconde deuxieme troisieme meme autre autres la_bas',
    vague: 'il elle ils le les y en ce cet cette',
    opening: 'et mais ou aussi alors et_pour',
    little:
      'un une des du de la l le les au aux a en dans avec pour par sans sur que quel quelle quels quelles quand ou qui comment combien pourquoi est sont ete etre a ont avez vous je me mon ma mes nous notre puis peut peux faut il y ce cest estce se si oui non et mais plus tres coute coutent dure sil plait jusqua apres avant cher',
  },
  de: {
    pointing:
      'ihn ihm ihnen diese dieser dieses diesen diesem jene jener jenes dafur damit davon dazu darauf darin daran daruber dabei dagegen beide beiden zweite zweiten dritte dritten selbe andere anderen anderes anderer dort dorthin sonst stattdessen',
    vague: 'er das da so dann dies',
    opening: 'und aber oder auch also dann',
    little:
      'sie es welche welcher welches personen zwei drei ein eine einen einem einer der die das den dem des ist sind war waren sein bin bist kann kannst konnen konnte darf muss soll will wird werden hat haben habt gibt was wann wo wer wem wen wie warum wieso wieviel viel viele lange weit oft ich mich mir mein meine meinen wir uns ihr euch du dir zu zum zur von vom in im an am auf bei mit ohne fur uber als wenn nicht kein keine nein ja bitte und oder aber auch noch mal mehr denn kostet kosten dauert geht bis nach vor teuer',
  },
  pt: {
    pointing:
      'eles elas aquele aquela aqueles aquilo isso isto esse essa esses essas este esta estes estas ambos segundo segunda terceiro mesmo mesma outro outra outros outras lhe lhes deles delas dele dela nele nela nisso disso la',
    vague: 'ele ela ai assim entao',
    opening: 'e mas ou tambem entao',
    little:
      'um uma uns umas o a os as de do da dos das em no na nos nas ao aos com por para sem sobre que qual quais quando onde quem como quanto quanta quantos quantas e sao era ser estar esta ha tem posso pode podem quero me meu minha voce voces se seu sua sim nao e ou mas mais muito custa custam vale dura favor ate depois antes',
  },
  it: {
    pointing:
      'loro essi esse quello quella quelli quelle questo questa questi queste cio entrambi secondo seconda terzo stesso stessa altro altra altri altre gli ne li ci',
    vague: 'lo la lui lei cosi allora',
    opening: 'e ma o anche allora invece',
    little:
      'un una uno il lo la i gli le di del della dei delle a al alla ai in nel nella con per da dal senza su sul che quale quali quando dove chi come quanto quanta quanti quante e sono era essere ha hanno avete posso puo possono voglio mi mio mia vi si no ce sta e o ma piu molto cosa costa costano dura favore fino dopo prima',
  },
  nl: {
    pointing:
      'hen hun hem deze die dit ermee ervoor ervan erop erbij daarmee daarvoor daarvan daarop daarbij beide tweede derde zelfde andere anders daar',
    vague: 'hij zij ze het dat er zo dan',
    opening: 'en maar of ook dus dan',
    little:
      'een de het is zijn was waren ben kan kunnen mag moet wil wordt worden heeft heb hebben wat wanneer waar wie hoe waarom hoeveel veel lang ver vaak welke ik mij me mijn wij we ons jullie je u uw te om van in op aan bij met zonder voor over als niet geen nee ja graag en of maar ook nog meer kost kosten duurt tot na',
  },
  pl: {
    pointing:
      'ich im nimi nich jego jej jemu tego tej tym tych tymi ten ta te tamten tamta tamto oba obie drugi druga drugie trzeci sam inny inna inne tam',
    vague: 'on ona ono to oni one tak',
    opening: 'a i ale lub albo tez wiec',
    little:
      'jest sa byl byc mam masz ma macie moge mozna moze czy co kiedy gdzie kto jak ile dlaczego jaki jaka jakie ktory ktora ktore w we na z ze do od po za o dla przez bez nie tak prosze i oraz lub ale tez wiecej kosztuje kosztuja trwa ja mi mnie moj moja wy wam sie dlugo',
  },
  tr: {
    pointing:
      'onu ona onun onlar onlari onlarin bunu buna bunun bunlar bunlari sunu suna bunlarin ikincisi ikinci ucuncu ayni digeri diger baska orada oraya hangisi',
    vague: 'o bu su boyle oyle',
    opening: 've ama ya peki veya ayrica',
    little:
      'bir mi mu var yok ne nedir kim nerede nereye nasil neden nicin kac kadar zaman icin ile gibi de da ki ben bana benim siz size biz evet hayir lutfen ve veya ama daha cok olur mi tutar surer hangi',
  },
  ar: {
    pointing:
      'ذلك تلك هذا هذه هؤلاء هم هو هي منه منها فيه فيها له لها عنه عنها الثاني الثانية الاخر الاخرى هناك',
    vague: 'ايضا كذلك',
    opening: 'و وماذا وهل ولكن وكم ومتى واين ثم ماذا_عن',
    little:
      'ما ماذا متى اين من كيف لماذا كم هل في على الى عن مع بدون لا نعم من_فضلك او ان هناك يمكن يمكنني اريد لدي لديكم سعر سعره سعرها تكلفة',
  },
  hi: {
    pointing:
      'वह वे उन उनका उनकी उनके उसे उसका उसकी उसके इसे इसका इसकी इसके ये इन इनका इनकी इनके दूसरा दूसरी तीसरा वही वहाँ',
    vague: 'यह वो',
    opening: 'और लेकिन या तो फिर',
    little:
      'क्या कब कहाँ कौन कैसे क्यों कितना कितनी कितने है हैं था थे थी हो में पर से को का की के लिए और या नहीं हाँ कृपया मैं मुझे मेरा आप आपका आपके भी कर सकते सकता सकती चाहिए बारे मिल',
  },
  ja: {
    pointing: 'それ これ あれ その あの この それら これら そこ あそこ 彼 彼女 もう一つ 二つ目 他 ほか 同じ',
    vague: 'そう',
    opening: 'では じゃあ それで あと また でも そして',
    little:
      'は が を に へ で と も の か ね よ から まで より です ます でし た て いる ある あり し する なに 何 いつ どこ だれ 誰 どう なぜ いくら いくつ どの どれ どんな お ご ください 下さい ませ ん ない はい いいえ たら なら いい',
  },
  zh: {
    pointing:
      '它 它们 他 她 他们 她们 那个 这个 那些 这些 那 这 那里 那儿 第二 第二个 第三个 另一个 其他 别的 同样',
    vague: '这样 那样',
    opening: '那 那么 还有 但是 或者 另外',
    little:
      '的 了 吗 呢 吧 啊 是 有 在 和 与 我 我们 你 你们 您 什么 什么时候 时候 哪里 哪儿 谁 怎么 怎么样 为什么 多少 多久 几 能 可以 可 会 要 想 请 请问 不 没有 没 也 都 还 钱 多',
  },
}

export const followUpWords: readonly { language: Language; words: FollowUpWords }[] = languages.map(
  (language) => {
    const { pointing, vague, opening, little } = written[language]
    const words = {
      pointing: listOf(pointing),
      vague: listOf(vague),
      opening: listOf(opening),
      little: listOf(little),
    }
    return { language, words }
  },
)

function listOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').map((word) => plain(word.replaceAll('_', ' '))))
}

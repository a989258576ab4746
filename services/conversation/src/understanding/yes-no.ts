/** Understands yes and no, also within a sentence and misspelled, in every language. */
import { type Language, languages, plain } from '../phrases.ts'
import { alike, alternatives, isWithoutSpaces, type Spelling, wordsIn } from './matching.ts'

/** Alternatives are separated by `|`; a whole message, or its beginning. */
const words: Record<Language, { yes: string; no: string }> = {
  en: {
    yes: 'yes|y|yes please|yeah|yep|yup|ya|yess|sure|sure thing|of course|ok|okay|k|correct|right|thats right|that is right|true|absolutely|definitely|certainly|indeed|exactly|why not|please do|go ahead|sounds good|i do|i have|i am|i would|of course i have|fine|great|perfect|affirmative|by all means|you bet|i agree|agreed|gladly|id love to|very much|looks good|all good|all correct|i think so|i guess|i guess so|i believe so|probably|yea|alright|all right|works for me|that works|spot on|thats it|thats correct',
    no: 'no|n|nope|nah|no thanks|no thank you|not really|wrong|false|never|not yet|not at all|i dont|i do not|i havent|i have not|i am not|im not|dont|not now|no way|certainly not|of course not|negative|incorrect|not correct|thats wrong|that is wrong|rather not|i would not|not this time|not today|i dont think so|probably not|i am afraid not|afraid not|unfortunately not',
  },
  de: {
    yes: 'ja|jawohl|jep|jo|gerne|gern|klar|na klar|sicher|natürlich|selbstverständlich|genau|stimmt|richtig|korrekt|auf jeden fall|ja bitte|passt|in ordnung|einverstanden|unbedingt|bin ich|habe ich|war ich|ja klar|allerdings|ich glaube schon|ich denke schon|jup|jup passt|ja passt|passt so|passt schon|passt alles|alles richtig|alles korrekt|so ist es|joa|jepp|geht klar|alles klar|perfekt|prima',
    no: 'nein|nee|nö|ne|nein danke|keinesfalls|niemals|falsch|stimmt nicht|nicht richtig|noch nicht|noch nie|lieber nicht|auf keinen fall|bin ich nicht|habe ich nicht|war ich nicht|eher nicht|leider nein|leider nicht|gar nicht|passt nicht|das passt nicht|passt so nicht|natürlich nicht|sicher nicht|ich glaube nicht|nicht wirklich',
  },
  es: {
    yes: 'sí|si|claro|claro que sí|por supuesto|vale|correcto|exacto|de acuerdo|así es|desde luego|cierto|sí por favor|bueno|está bien|afirmativo|me gustaría|seguro|sip|dale|todo bien|todo correcto|perfecto|eso es',
    no: 'no|no gracias|nunca|todavía no|aún no|incorrecto|para nada|claro que no|no quiero|jamás|mejor no|no es correcto|en absoluto',
  },
  fr: {
    yes: 'oui|ouais|bien sûr|d’accord|volontiers|exact|exactement|tout à fait|c’est ça|c’est exact|c’est correct|oui merci|avec plaisir|certainement|absolument|évidemment|correct|si|ouaip|ça marche|c’est bon|tout est bon|parfait|tout est correct',
    no: 'non|non merci|jamais|pas encore|pas du tout|ce n’est pas ça|c’est faux|plutôt pas|faux|pas vraiment|surtout pas|bien sûr que non|pas maintenant',
  },
  pt: {
    yes: 'sim|claro|claro que sim|com certeza|certo|correto|exato|isso|isso mesmo|pode ser|está bem|tá bom|sim por favor|ok|quero|verdade|perfeito|já|beleza|tudo certo|está tudo certo|tudo bem',
    no: 'não|nao|não obrigado|não obrigada|nunca|ainda não|errado|de jeito nenhum|claro que não|nada disso|não quero|melhor não|incorreto',
  },
  it: {
    yes: 'sì|si|certo|certamente|va bene|d’accordo|esatto|esattamente|giusto|corretto|sì grazie|volentieri|ovviamente|assolutamente sì|perfetto|è giusto|va benissimo|tutto giusto|tutto corretto|tutto bene',
    no: 'no|no grazie|mai|non ancora|per niente|sbagliato|assolutamente no|non è giusto|certo che no|meglio di no|non voglio|errato',
  },
  nl: {
    yes: 'ja|jawel|jazeker|graag|zeker|natuurlijk|klopt|juist|correct|precies|prima|is goed|ja graag|uiteraard|akkoord|inderdaad|dat klopt|jep|alles klopt|helemaal goed|helemaal juist',
    no: 'nee|neen|nee dank je|nee bedankt|nooit|nog niet|fout|klopt niet|liever niet|absoluut niet|helemaal niet|niet echt|onjuist|niet nu',
  },
  pl: {
    yes: 'tak|tak proszę|oczywiście|jasne|pewnie|zgadza się|dokładnie|dobrze|zgoda|owszem|poprawnie|w porządku|chętnie|no tak|jak najbardziej|okej|spoko|wszystko się zgadza|pasuje',
    no: 'nie|nie dziękuję|nie dzięki|nigdy|jeszcze nie|źle|błędnie|absolutnie nie|wcale nie|raczej nie|skądże|niepoprawnie|oczywiście że nie',
  },
  tr: {
    yes: 'evet|olur|tabii|tabii ki|elbette|tamam|doğru|aynen|kesinlikle|evet lütfen|peki|memnuniyetle|isterim|he|uygun|aynen öyle|tamamdır|hepsi doğru|onaylıyorum',
    no: 'hayır|yok|olmaz|istemem|asla|henüz değil|yanlış|hayır teşekkürler|kesinlikle hayır|değil|istemiyorum|hiç|daha değil|doğru değil',
  },
  ar: {
    yes: 'نعم|أجل|اجل|ايوه|أيوه|ايوا|طبعا|بالتأكيد|بالطبع|صحيح|أكيد|اكيد|حسنا|موافق|تمام|نعم من فضلك|اي',
    no: 'لا|كلا|لا شكرا|أبدا|ابدا|ليس بعد|خطأ|غير صحيح|لأ|مستحيل|ليس الآن|لا أريد|طبعا لا',
  },
  hi: {
    yes: 'हाँ|हां|जी|जी हाँ|जी हां|हाँ जी|बिल्कुल|सही|ठीक|ठीक है|ज़रूर|जरूर|अवश्य|haan|han|ha|ji|ji haan|haan ji|bilkul|theek hai|sahi|हा',
    no: 'नहीं|नही|जी नहीं|ना|नहीं धन्यवाद|कभी नहीं|अभी नहीं|गलत|बिल्कुल नहीं|nahi|nahin|na|ji nahi|galat|मत|nahi ji',
  },
  ja: {
    yes: 'はい|ええ|うん|そうです|そうです ね|はいお願いします|お願いします|もちろん|正しいです|合っています|あっています|大丈夫です|了解|わかりました|ぜひ|その通りです|あります|はい あります|いいです',
    no: 'いいえ|いや|いえ|違います|ちがいます|ううん|まだです|ありません|結構です|間違いです|違う|だめ|いりません|ないです|はじめてです|初めてです',
  },
  zh: {
    yes: '是|是的|对|对的|好|好的|可以|当然|没错|行|嗯|正确|有|要|需要|去过|来过|同意|没问题|對|是啊|好啊',
    no: '不|不是|没有|不要|不用|不行|不对|不可以|否|没|还没|错|不需要|没去过|没来过|不用了谢谢|不同意|沒有|不對|还没有',
  },
}

const lists = Object.fromEntries(
  languages.map((one) => [one, { yes: alternatives(words[one].yes), no: alternatives(words[one].no) }]),
) as Record<Language, { yes: string[]; no: string[] }>

/** `ok` is a yes in every language. */
const ALWAYS = { yes: ['ok', 'okay', 'oki', 'okey'], no: [] as string[] }

/** "I do not know" begins as a no, but is none. */
const UNSURE =
  /\b(?:(?:dont|do not|didnt) know|not sure|no idea|weiss (?:es |ich )?nicht|keine ahnung|nicht sicher|no (?:lo )?se|je (?:ne )?sais pas|nao sei|non (?:lo )?so|weet (?:ik )?(?:het )?niet|nie wiem|bilmiyorum|pata nahi)\b|لا [أا]عرف|لا [أا]دري|पता नहीं|わかりません|分かりません|不知道|不确定/

/** Returns `yes` or `no`; undefined if the message says neither, or both. */
export function yesNoIn(
  text: string,
  language: Language,
  spelling: Spelling = 'any',
  spoken: readonly Language[] = languages,
): 'yes' | 'no' | undefined {
  const thumb = /^\s*(?:(👍|✅|👌)|(👎|❌))/u.exec(text)
  if (thumb) return thumb[1] ? 'yes' : 'no'
  const said = plain(text.slice(0, 300))
  if (said === '' || UNSURE.test(said) || UNSURE.test(text)) return undefined
  const order = [language, ...spoken.filter((one) => one !== language)]
  for (const same of spelling === 'any' ? [whole, beginning] : [exactly])
    for (const one of order) {
      // A beginning such as Italian "mai" is an ordinary word in other languages.
      if (same === beginning && one !== language && one !== 'en') continue
      const yes = [...lists[one].yes, ...ALWAYS.yes].some((phrase) => same(said, phrase))
      const no = lists[one].no.some((phrase) => same(said, phrase))
      if (yes !== no) return yes ? 'yes' : 'no'
      if (no) return longest(said, lists[one])
    }
  return undefined
}

function exactly(said: string, phrase: string): boolean {
  return said === phrase
}

function whole(said: string, phrase: string): boolean {
  return said === phrase || alike(said, phrase) || said.replace(/ /g, '') === phrase.replace(/ /g, '')
}

function beginning(said: string, phrase: string): boolean {
  if (isWithoutSpaces(phrase)) return phrase.length > 1 && said.replace(/ /g, '').startsWith(phrase)
  const [first = ''] = wordsIn(said)
  return said.startsWith(`${phrase} `) || (phrase.length >= 5 && alike(first, phrase))
}

/** "not yet" is no, though "not" and "yet" are nothing; of "yes" and "of course not" the longer phrase counts. */
function longest(said: string, list: { yes: string[]; no: string[] }): 'yes' | 'no' {
  const length = (phrases: readonly string[]) =>
    Math.max(0, ...phrases.filter((one) => beginning(said, one) || whole(said, one)).map((one) => one.length))
  return length(list.no) >= length(list.yes) ? 'no' : 'yes'
}

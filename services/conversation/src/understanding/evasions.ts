/** Recognises messages that answer no question, though they could be read as a text or a name: "wait", "no idea", abuse. */
import { type Language, languages, plain } from '../phrases.ts'
import { alike, alternatives, isWithoutSpaces } from './matching.ts'

export type Evasion = 'wait' | 'unsure' | 'abuse'

/** Alternatives are separated by `|`. `wait` and `unsure` are whole messages; `abuse` may stand within one. */
const words: Record<Language, Record<Evasion, string>> = {
  en: {
    wait: 'wait|wait a moment|wait a second|wait a minute|hold on|hold on a second|hang on|one moment|one second|one sec|just a moment|just a second|a moment please|give me a minute|brb|let me check|let me think',
    unsure:
      'i dont know|i do not know|dont know|no idea|idk|not sure|im not sure|i am not sure|hm not sure|hmm|no clue|i have no idea',
    abuse:
      'fuck|fuck you|fuck off|fucking|bullshit|shit|asshole|idiot|stupid bot|stupid|useless|piece of crap|wtf|shut up|you suck|moron|dumb bot',
  },
  de: {
    wait: 'moment|einen moment|moment bitte|moment mal|warte|warte mal|warten sie|einen augenblick|augenblick|sekunde|kurz warten|ich schaue nach',
    unsure:
      'weiß ich nicht|ich weiß nicht|ich weiß es nicht|weiß nicht|keine ahnung|bin nicht sicher|hm bin nicht sicher|ich bin nicht sicher|nicht sicher|egal',
    abuse:
      'scheiß|scheiße|so ein scheiß|arschloch|idiot|blöder bot|blöd|dummer bot|nutzlos|was soll der mist|halt die klappe|mist|fick dich|verarsch mich nicht',
  },
  es: {
    wait: 'espera|espere|un momento|momento|espera un segundo|un segundo|espera un momento|déjame ver',
    unsure: 'no lo sé|no sé|ni idea|no estoy seguro|no estoy segura|ni puta idea|da igual',
    abuse:
      'mierda|vaya mierda|no sirves para nada|estúpido|bot estúpido|idiota|porquería|qué porquería|inútil|cállate|gilipollas|joder|que te den',
  },
  fr: {
    wait: 'attends|attendez|un instant|un moment|une seconde|une minute|deux secondes|laissez moi voir',
    unsure: 'je ne sais pas|je sais pas|aucune idée|pas sûr|je ne suis pas sûr|peu importe|chais pas',
    abuse:
      'merde|c’est de la merde|tu es inutile|vous êtes inutile|bot stupide|stupide|n’importe quoi ce truc|con|connard|imbécile|ta gueule|nul|putain',
  },
  pt: {
    wait: 'espera|espere|um momento|um segundo|só um momento|aguarde|peraí',
    unsure: 'não sei|nao sei|não faço ideia|não tenho certeza|sei lá|tanto faz',
    abuse: 'merda|que merda|inútil|bot estúpido|estúpido|idiota|porcaria|cala a boca|burro|porra',
  },
  it: {
    wait: 'aspetta|aspetti|un momento|un attimo|un secondo|attendi|fammi vedere',
    unsure: 'non lo so|non so|nessuna idea|non sono sicuro|non sono sicura|boh|è uguale',
    abuse:
      'merda|che merda|sei inutile|inutile|bot stupido|stupido|idiota|cazzo|stai zitto|che schifo|stronzo',
  },
  nl: {
    wait: 'wacht|wacht even|een moment|momentje|even wachten|een seconde|moment',
    unsure: 'weet ik niet|ik weet het niet|geen idee|niet zeker|weet niet|maakt niet uit',
    abuse: 'kut|shit|nutteloos|stomme bot|stom|idioot|klootzak|hou je mond|wat een onzin|waardeloos',
  },
  pl: {
    wait: 'czekaj|poczekaj|chwila|chwileczkę|moment|sekunda|jedną chwilę|proszę czekać',
    unsure: 'nie wiem|nie mam pojęcia|nie jestem pewien|nie jestem pewna|wszystko jedno',
    abuse: 'kurwa|gówno|głupi bot|głupi|idiota|beznadziejny|bezużyteczny|zamknij się|debil|do dupy',
  },
  tr: {
    wait: 'bekle|bekleyin|bir dakika|bir saniye|dur bir dakika|az bekle',
    unsure: 'bilmiyorum|hiç bilmiyorum|emin değilim|fikrim yok|fark etmez',
    abuse: 'aptal bot|aptal|salak|işe yaramaz|saçmalık|kapa çeneni|gerizekalı|siktir',
  },
  ar: {
    wait: 'انتظر|لحظة|دقيقة|لحظة من فضلك|ثانية|استنى',
    unsure: 'لا أعرف|لا اعرف|لا أدري|مش عارف|لست متأكدا|لا فكرة',
    abuse: 'غبي|أحمق|بلا فائدة|تافه|اخرس|روبوت غبي|زبالة',
  },
  hi: {
    wait: 'रुको|रुकिए|एक मिनट|एक सेकंड|ज़रा रुको|ek minute|ruko',
    unsure: 'पता नहीं|मुझे नहीं पता|मालूम नहीं|pata nahi|nahi pata',
    abuse: 'बेवकूफ|मूर्ख|बेकार|बकवास|चुप|गधा|bakwas|bewakoof',
  },
  ja: {
    wait: '待って|ちょっと待って|ちょっと待ってください|少々お待ちください|待ってください|お待ちください',
    unsure: 'わかりません|分かりません|わからない|分からない|知らない|知りません|うーん|さあ',
    abuse: 'ふざけるな|役立たず|ばか|バカ|馬鹿|くそ|最悪だ|うざい|死ね|アホ',
  },
  zh: {
    wait: '等等|等一下|稍等|请稍等|等一会|等会儿',
    unsure: '不知道|我不知道|不清楚|不确定|没想法|随便',
    abuse: '垃圾|笨蛋|傻逼|没用|废物|白痴|滚|闭嘴|蠢',
  },
}

const lists = languages.map((language) => ({
  wait: alternatives(words[language].wait),
  unsure: alternatives(words[language].unsure),
  abuse: alternatives(words[language].abuse),
}))

/** A longer message says more than that. */
const MOST_WORDS = 8

/** In whichever language; undefined if the message may be an answer. */
export function evasionIn(text: string): Evasion | undefined {
  const said = plain(text.slice(0, 300))
  if (said === '') return /\S/.test(text) ? 'unsure' : undefined
  if (said.split(' ').length > MOST_WORDS) return undefined
  const bare = said.replace(/ /g, '')
  for (const list of lists) {
    for (const evasion of ['wait', 'unsure'] as const)
      if (list[evasion].some((phrase) => isSame(said, bare, phrase))) return evasion
    if (list.abuse.some((phrase) => isAbuse(said, bare, phrase))) return 'abuse'
  }
  return undefined
}

function isSame(said: string, bare: string, phrase: string): boolean {
  if (isWithoutSpaces(phrase)) return bare === phrase.replace(/ /g, '')
  return said === phrase || (phrase.length > 6 && alike(said, phrase))
}

function isAbuse(said: string, bare: string, phrase: string): boolean {
  if (isWithoutSpaces(phrase)) return bare.startsWith(phrase) && bare.length <= phrase.length + 4
  // A single word within a sentence may be part of what is told; alone or in few words it is not.
  return (
    said === phrase ||
    (phrase.includes(' ')
      ? ` ${said} `.includes(` ${phrase} `)
      : said.split(' ').length <= 4 && ` ${said} `.includes(` ${phrase} `))
  )
}

/** Reads a person's name: without the introduction around it, and not from a sentence, a refusal or a command. */
import { type Language, languages, plain } from '../phrases.ts'
import { commandWords } from './command-words.ts'
import { commandIn } from './commands.ts'
import { alternatives, isWithoutSpaces, type Spelling } from './matching.ts'
import { type SmallTalk, smallTalkIn } from './small-talk.ts'
import { yesNoIn } from './yes-no.ts'

const INTRODUCTION =
  /^(?:(?:hi|hello|hey|hola|hallo|bonjour|ciao|olá|oi|cześć|merhaba|sure|yes|ok|okay|well|of course|ja|oui|sí|sim|tak|evet)[,!. ]+)*(?:(?:(?:please|you can|just) )?call me|my (?:full )?name is|my name['’]?s|the name is|the name['’]s|name is|name:|i['’]m called|i['’]m|i am|im|this is|it['’]s|its|me llamo|mi nombre es|yo soy|soy|je m['’]appelle|je suis|mon nom est|moi c['’]est|c['’]est|ich hei(?:ß|ss)e|ich bin(?: der| die)?|mein name ist|mein name lautet|name ist|o meu nome é|meu nome é|chamo-me|me chamo|eu sou|sou|mi chiamo|sono|io sono|il mio nome è|mijn naam is|ik heet|ik ben|nazywam się|mam na imię|jestem|moje imię to|benim adım|adım|ismim|ben|اسمي هو|اسمي|أنا|انا|मेरा नाम|मैं|mera naam|我叫|我是|我的名字是|我的名字叫|名前は|私の名前は|私は|わたしは)[\s:]+/iu
const WITHOUT_SPACE = /^(?:我叫|我是|我的名字是|我的名字叫|名前は|私の名前は|私は|わたしは)/u
const ENDING =
  /(?:と申します|といいます|と言います|です|だよ| है| हूँ| हूं| hai|'?(?:dır|dir|dur|dür)| speaking| here| am Apparat| à l’appareil)[。.!]*$/u

/** Words that no name holds, so that "I lost it" is none. */
const NOT_IN_A_NAME = new Set(
  'i me my mine you your yours he she it its we us our they them this that these those is are was were be been have has had do does did would could should must not no dont want need lost know get got going go looking like help tell say said why what when where who how because and or but if the there here about for from with to of on at in just only rather none nothing never nobody anonymous unknown order appointment email phone number price please ich du er es wir ihr ist sind war habe hat haben will möchte mochte brauche nicht kein keine warum was wann wo wer wie mein meine dein für und oder aber weil nur quiero necesito tengo no por qué que cómo cuando donde es mi su para con pero je tu il nous vous est suis pas veux voudrais mon ma pour avec mais quero preciso não nao meu minha para com mas voglio vorrei ho non mio per con ma wil heb niet waarom mijn voor met maar chcę chce nie mam dlaczego mój istiyorum değil neden benim'.split(
    ' ',
  ),
)

/** "Müller, Jens", as in a register. */
const SURNAME_FIRST =
  /^\p{Lu}[\p{L}\p{M}'’-]{1,40}(?: \p{Lu}[\p{L}\p{M}'’-]{1,40})?, ?\p{Lu}[\p{L}\p{M}'’-]{1,40}(?: \p{Lu}[\p{L}\p{M}'’.-]{0,40})?$/u

/** Small words within names: "Ada de la Cruz", "Ludwig van Beethoven", "Ali y Ana". */
const PARTICLES = new Set(
  'de da do dos das del della di la le van von der den zu el al bin ben abu ten ter y e i und and'.split(' '),
)

export function nameIn(text: string, language: Language): string | undefined {
  const whole = text.slice(0, 300).trim()
  const introduced = whole.replace(INTRODUCTION, '').replace(WITHOUT_SPACE, '')
  const isIntroduced = introduced !== whole
  if (
    SURNAME_FIRST.test(introduced) &&
    introduced.split(',').every((part) => !isOther(part.trim(), language))
  )
    return introduced
  const parts = introduced.split(
    // Not after a title: "Dr. Ada".
    /[,;\n]|(?<=\p{L}{4})\.\s|[!?]|\s(?:and|und|et|y|e|en|i|ve)\s(?=(?:my|mein|mon|mi|meu|mia|mijn|mój)\b)/iu,
  )
  const first = parts
    .map((part) => part.trim())
    .find((part) => part !== '' && (isIntroduced || !isOther(part, language)))
  const name = (first ?? '')
    .replace(ENDING, '')
    .replace(/(?<![.!,])[.!,]+$/, '')
    .trim()
  if (!/^\p{L}[\p{L}\p{M}'’.\- ・]{0,79}$/u.test(name)) return undefined
  const words = name.split(/\s+/)
  if (words.length > 6) return undefined
  const said = words.map(plain)
  if (name === 'Will') return name
  if (said.some((word) => NOT_IN_A_NAME.has(word) && !PARTICLES.has(word))) return undefined
  if (isIntroduced) return name
  if (isOther(name, language)) return undefined
  const asking = alternatives(commandWords[language].asking)
  if (words.length > 1 && words.every((word) => /^\p{Lu}/u.test(word))) return name
  if (isWithoutSpaces(name) ? name.length > 12 : asking.includes(said[0] ?? '')) return undefined
  return name
}

/** How what may be a name is compared with other words: a single word as it is written. */
export function spellingOfName(text: string): Spelling {
  return /\s/.test(text.trim()) ? 'any' : 'exact'
}

/** "Back" alone goes back, but "My name is Back" introduces somebody. */
function isOther(text: string, language: Language): boolean {
  const spelling = spellingOfName(text)
  return (
    commandIn(text, language, spelling) !== undefined ||
    smallTalkBesideName(text, language) !== undefined ||
    yesNoIn(text, language, spelling, spokenBesideName(text, language)) !== undefined
  )
}

/**
 * Small talk in place of a name. "Ola" or "Si" alone are names where people greet and agree in other words.
 */
export function smallTalkBesideName(text: string, language: Language): SmallTalk | undefined {
  return smallTalkIn(text, spellingOfName(text), spokenBesideName(text, language))
}

function spokenBesideName(text: string, language: Language): readonly Language[] {
  return /^\s*\p{Lu}\p{Ll}+\s*$/u.test(text) ? [language, 'en'] : languages
}

/** Words that mean the same to whoever looks for a setting or a screen, by their stems (`stemOf`). */
const groups = `
picture image photo avatar icon logo
wallpaper background backdrop
name title rename call
agent bot assistant chatbot
colour color palette hue brand
dark night light theme mode appearance
font typeface lettering typography
human person people operator support staff team representative live someone
handoff transfer escalate takeover handover human operator
hour schedule open closed business office holiday vacation weekend available availability timetable
offline nobody away absent unavailable
limit cap maximum max quota budget restrict
cost spend price pricing money credit budget expense
delete erase remove retention keep kept purge expire
history record transcript log
website domain site origin host
allow permit whitelist allowlist
secret token key password credential
regenerate rotate renew replace reset
greeting welcome hello hi intro first launch
bubble popup teaser proactive nudge
model llm gpt chatgpt openai anthropic claude gemini
temperature creativity creative random hallucination hallucinate invent accuracy accurate
know knowledge threshold hallucination confidence
knowledge document faq train source article learn pdf content website
conversation chat inbox message transcript
analytic statistic stat report figure metric chart insight dashboard
lead contact customer prospect crm
flow node canvas builder diagram workflow step
test evaluation regression qa quality
voice speech audio microphone mic speak dictation listen talk
upload file attach attachment document picture
feedback thumb rating rate like dislike
language locale german english french spanish italian portuguese japanese chinese multilingual
translate translation multilingual language
speed fast slow delay wait typing pause quick
instruction prompt persona personality role character behaviour behavior tone
fallback backup second alternative spare
privacy gdpr cookie consent
embed install widget script inline iframe
css style stylesheet sheet design
footer branding powered watermark
phone whatsapp telephone mobile
function tool api integration webhook action
country geo location map region
overview summary home
setting option configuration preference
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

const groupsOf = new Map<string, Set<number>>()
for (const [index, words] of groups.entries())
  for (const word of words) {
    const stem = stemOf(word)
    groupsOf.set(stem, (groupsOf.get(stem) ?? new Set<number>()).add(index))
  }

/** Whether two stems stand in one group. */
export function areSynonyms(one: string, other: string): boolean {
  const others = groupsOf.get(other)
  return others !== undefined && [...(groupsOf.get(one) ?? [])].some((group) => others.has(group))
}

/** Cuts the commonest endings of English words: not a word of its own, but the same for all its forms. */
export function stemOf(word: string): string {
  if (word.length < 4) return word
  const stem = word
    .replace(/(?<=...)(?:ies)$/, 'y')
    .replace(/(?<=...)(?:ations?|ings?|ed|er|ers|es|s|ly)$/, '')
    .replace(/(.)\1$/, '$1')
  return stem.length > 4 ? stem.replace(/[ey]$/, '') : stem
}

/** Words that say nothing of what is looked for. */
export const smallWords = new Set(
  (
    'a an the to of for in on my our your is are be do does can could i we it its me how what which when where why who ' +
    'want need make change set get show turn with from by and or old long'
  ).split(' '),
)

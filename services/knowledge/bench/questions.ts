/**
 * Visitors' questions to the businesses, and a phrase of the chunk that answers each; nothing in the knowledge answers
 * those under `none`. Held out from tuning: every second plain question to the first three businesses, and all
 * questions to `software`, `ferry` and `school`.
 */
import { businesses as others } from './businesses.ts'
import { ferry, school } from './held-out-businesses.ts'
import * as heldOut from './held-out-questions.ts'
import * as tuning from './tuning-questions.ts'

export const businesses = { ...others, ferry, school }

export const languages = ['en', 'es', 'fr', 'de', 'pt', 'it', 'pl', 'nl'] as const
/** `asked`: usual wording. `paraphrase`: other words than the text. A language: not that of the text. */
export type Kind = 'asked' | 'paraphrase' | 'typo' | (typeof languages)[number]

export type LabelledQuestion = {
  business: keyof typeof businesses
  question: string
  kind: Kind | 'none'
  answeredBy?: string
}

type Row = [question: string, answeredBy?: string]
export type ByKind = Partial<Record<Kind, [question: string, answeredBy: string][]>> & { none?: string[] }

const teaShop: Row[] = [
  ['Do you ship to Ireland?', 'We ship to the United Kingdom'],
  ['Can you send a parcel to Germany?', 'We ship to the United Kingdom'],
  ['How many days until my order gets here?', 'two to three working days'],
  ['when will my package arrive', 'two to three working days'],
  ['How much is shipping?', 'Standard postage within'],
  ['what do you charge for next day delivery', 'Express delivery'],
  ['Above which amount is delivery free?', 'free for baskets above'],
  ['where is my order, can i track it', 'tracking link'],
  ['I want to give back a tea I did not open', 'return unopened packets'],
  ['Can I return opened tea?', "Opened tea can't be taken back"],
  ['When do I get my money back?', 'We pay the money back'],
  ['how long does a refund take', 'We pay the money back'],
  ['My teapot came smashed', 'arrives broken'],
  ['the item was damged on arrival', 'arrives broken'],
  ['Which tea goes well with milk?', 'Crane Breakfast'],
  ['Do you have decaf options?', 'contain no caffeine'],
  ['Which of your blends can I drink at night without caffeine?', 'contain no caffeine'],
  ['Are the teas organic?', 'Soil Association'],
  ['I am allergic to nuts, what should I avoid?', 'almonds and hazelnuts'],
  ['is ther soy in any tea', 'traces of soy'],
  ['How should I store my tea?', 'closed tin'],
  ['What temperature for green tea?', '75 °C'],
  ['how long should black tea steep', 'three to four minutes'],
  ['What does the monthly subscription cost?', '£14 a month'],
  ['How do I cancel my tea club membership?', 'end it at any time'],
  ['can i skip a month of the club', 'pause the club'],
  ['Can I buy the club as a gift for someone?', 'given for 3, 6 or 12'],
  ['Can I pay with paypal?', 'PayPal'],
  ['What cards do you take?', 'Mastercard'],
  ['I entered the wrong delivery address', 'as long as the parcel has not left'],
  ['Do you have gift cards?', 'from £10'],
  ['can not log in, lost my pasword', 'Reset password'],
  ['Wholesale prices for a coffee house?', '25 percent off'],
  ['student discount?', 'Students get 10 percent'],
  ['What is your phone number?', '0161 555 0134'],
  ['How do I contact you?', '0161 555 0134'],
  ['Where is your store located?', '12 Canal Row'],
  ['When is the tasting room open?', '12 Canal Row'],
  ['are the bags biodegradable or plastic', 'plant starch'],
  ['Do you sell coffee machines?'],
  ['Who won the world cup in 2018?'],
  ['Do you ship frozen food?'],
  ['Can I rent a venue for my wedding?'],
  ['Is your CEO married?'],
  ['Do you offer tea tasting courses online?'],
  ['What is the weather in Manchester tomorrow?'],
  ['Can you write a poem about dragons?'],
  ['Do you have vacancies, I am looking for a job'],
  ['Which stocks should I buy?'],
  ['Do you sell kettles with temperature display?'],
  ['How many calories are in a slice of pizza?'],
  ['What is the capital of Peru?'],
]

const dentist: Row[] = [
  ['What are your opening times?', 'Monday to Thursday we see'],
  ['Are you open on Saturdays?', 'Monday to Thursday we see'],
  ['until when are you there on friday', 'Monday to Thursday we see'],
  ['What is your address?', '48 Harbour Street'],
  ['How do I get there by bus?', 'Bus 7 and tram 2'],
  ['Where can I park?', 'six spaces'],
  ['is parking free', 'six spaces'],
  ['Is the office accessible for wheelchair users?', 'A lift leads'],
  ['do you have an elevator', 'A lift leads'],
  ['What should I bring to my first appointment?', 'bring your insurance card'],
  ['How long does the first exam take?', '45 minutes'],
  ['How can I book an appointment?', 'Book online'],
  ['i want to make a reservation', 'Book online'],
  ['I need to reschedule', 'at least 24 hours'],
  ['What happens if I miss my appointment?', 'missed without notice'],
  ['is there a cancellation fee', 'missed without notice'],
  ['My tooth hurts badly right now', 'strong pain'],
  ['I have a toothache at night, who can I call?', 'regional emergency dentist'],
  ['emergancy dentist number', 'regional emergency dentist'],
  ['Stop sending me text messages', 'Answer STOP'],
  ['I will be 20 minutes late', 'delayed by more than'],
  ['How much is a checkup?', 'A check-up with advice'],
  ['price of teeth cleaning', 'professional cleaning'],
  ['How much do fillings cost?', 'White composite'],
  ['Do you still use amalgam?', 'no longer use amalgam'],
  ['What does teeth whitening cost?', 'Bleaching in the chair'],
  ['how expensive is bleaching', 'Bleaching in the chair'],
  ['How much is an implant?', 'An implant with its crown'],
  ['Do you offer invisible braces?', 'clear aligners'],
  ['I am scared of dentists', 'if you are anxious'],
  ['do you have sedation or laughing gas', 'laughing gas'],
  ['Can I smoke after having a tooth pulled?', "Don't smoke"],
  ['what to do after extraction', 'Bite on the gauze'],
  ['When can I eat after a filling?', 'Eat once the numbness'],
  ['can i drink coffee after whitening', 'Avoid coffee'],
  ['Do you accept Cigna?', 'Delta, Cigna'],
  ['Is my insurance accepted?', 'Delta, Cigna'],
  ['Can I pay monthly?', 'monthly parts'],
  ['do you see kids', 'from the first tooth on'],
  ['At what age can my daughter start coming?', 'from the first tooth on'],
  ['I am pregnant, can I be treated?', 'third of pregnancy'],
  ['Who places the implants?', 'Amara Vance'],
  ['¿Hablan español? Which languages are spoken?', 'English, Spanish'],
  ['I need my xrays sent to me', 'records@northlight'],
  ['Are you taking new patients?', 'taking on new patients'],
  ['Do you do eye exams?'],
  ['Can you prescribe antidepressants?'],
  ['Do you sell electric toothbrushes?'],
  ['How tall is the Eiffel tower?'],
  ['Do you have a loyalty programme?'],
  ['Can I bring my cat?'],
  ['Is there wifi in the waiting room?'],
  ['Do you do botox injections?'],
  ['What was your revenue last year?'],
  ['Where can I buy a used car?'],
  ['Do you have a practice in Boston?'],
  ['Tell me a joke about penguins'],
]

const guesthouse: Row[] = [
  ['Ab wann kann ich einchecken?', 'ab 15 Uhr bereit'],
  ['Wann muss man das Zimmer räumen?', 'bis 10:30 Uhr zu verlassen'],
  ['Wir kommen erst spät am Abend an, geht das?', 'Schlüssel im Tresor'],
  ['Wie weit ist es vom Bahnhof?', 'Vom Bahnhof Oberried'],
  ['Können Sie uns vom Zug abholen?', 'holen Sie gern kostenlos ab'],
  ['Wo kann ich parken?', 'kostenlose Stellplätze'],
  ['Gibt es Parkplätze und was kosten sie?', 'kostenlose Stellplätze'],
  ['kann ich mein elektroauto laden', 'Wallbox'],
  ['Haben Sie WLAN?', 'kostenloses WLAN'],
  ['Wie lautet das Passwort fürs Internet?', 'Kennwort steht'],
  ['Was kostet ein Doppelzimmer?', 'Das Doppelzimmer mit Balkon'],
  ['preis einzelzimmer', 'Das Einzelzimmer kostet'],
  ['Haben Sie Zimmer für vier Personen?', 'bis zu vier Personen'],
  ['Braucht man für Babys ein eigenes Bett?', 'Ein Babybett'],
  ['Wie hoch ist die Kurtaxe?', 'Gemeinde erhebt'],
  ['Kann ich mit Kreditkarte bezahlen?', 'mit EC-Karte'],
  ['Wie kann ich ein Zimmer reservieren?', 'Buchen Sie über'],
  ['Wie lautet Ihre Telefonnummer?', 'Buchen Sie über'],
  ['Bis wann kann ich kostenlos absagen?', 'stornieren Sie kostenlos'],
  ['Welche Stornogebühren gibt es?', 'stornieren Sie kostenlos'],
  ['Kann ich im August eine einzelne Nacht buchen?', 'ab drei Nächten'],
  ['Habt ihr im November offen?', '5. November'],
  ['Sind Hunde erlaubt?', 'ein Hund je Zimmer'],
  ['was kostet der hund', 'ein Hund je Zimmer'],
  ['Um wie viel Uhr ist das Frühstück?', 'von 7:30 bis 10'],
  ['Ich bin Veganer, gibt es etwas für mich?', 'veganen Aufstrich'],
  ['Ich vertrage kein Gluten', 'glutenfreies Brot'],
  ['Wann hat die Sauna geöffnet?', 'Die Sauna im'],
  ['Kann man E-Bikes ausleihen?', 'zwei E-Bikes'],
  ['Fahradverleih?', 'Tourenräder'],
  ['Kann ich abends bei Ihnen essen?', 'Gasthof Hirschen'],
  ['Gibt es einen Fahrstuhl?', 'Einen Aufzug haben wir nicht'],
  ['Welche Wanderwege gibt es in der Nähe?', 'Rundweg um den See'],
  ['Darf man rauchen?', 'Rauchen ist nur'],
  ['Kann ich meine Kleidung waschen lassen?', 'Eine Maschine Wäsche'],
  ['Haben Sie einen Swimmingpool?'],
  ['Wie alt ist die Bundeskanzlerin?'],
  ['Kann ich bei Ihnen heiraten?'],
  ['Gibt es einen Golfplatz?'],
  ['Verkaufen Sie Gutscheine?'],
  ['Wer hat die Relativitätstheorie erfunden?'],
  ['Bieten Sie Massagen an?'],
  ['Wie wird das Wetter morgen?'],
  ['Gibt es einen Tennislehrer?'],
  ['Suchen Sie Mitarbeiter?'],
]

const gym: Row[] = [
  ['How much is a membership?', 'The basic plan is'],
  ['is there a student price', 'People under 26'],
  ['discount for pensioners', 'People under 26'],
  ['How long am I bound to the contract?', 'The first term is'],
  ['how can i cancel', "one month's notice"],
  ['I broke my arm, can I pause my membership?', 'on ice'],
  ['Can I test the gym before signing up?', 'first session is on us'],
  ['free trial?', 'first session is on us'],
  ['Can I take a friend along?', 'bring a friend'],
  ['price of a single visit', 'day pass'],
  ['What are your opening hours?', 'The doors unlock'],
  ['are you open on sundays', 'The doors unlock'],
  ['do you rent towels', 'Towels can be hired'],
  ['Do I need my own lock?', 'bring a padlock'],
  ['how big is the swiming pool', '25 metres'],
  ['How warm is the water?', 'heated to 27'],
  ['When can kids swim?', 'Children may swim'],
  ['is the sauna for women only', 'Finnish sauna'],
  ['I lost my headphones in the changing room', 'lies at reception'],
  ['Where are you?', '7 Forge Lane'],
  ['how long can i park there', 'limited to three hours'],
  ['What does a personal trainer cost?', 'An hour with a coach'],
  ['Do you offer yoga?', 'Yoga, spinning'],
  ['How far in advance can I book a course?', 'up to seven days ahead'],
  ['what happens when i miss a class', 'fails to show up'],
  ['I have never trained before', 'gets an introduction'],
  ['my knee hurts', 'bad knees'],
  ['diet advice', 'dietitian'],
  ['How old do you have to be?', 'from 16 on'],
  ['can i pay cash', 'direct debit'],
  ['Is there someone to look after my baby?', 'play room'],
  ['the gate does not open with the app', 'Renew code'],
  ['corporate membership for our employees', 'firms from five'],
  ['Can I get a protein shake?', 'The bar has water'],
  ['Do you have tennis courts?'],
  ['Do you sell running shoes?'],
  ['Who is the president of France?'],
  ['Can you fix my bicycle?'],
  ['Do you do haircuts?'],
  ['Is there a climbing wall?'],
  ['What is 17 times 23?'],
  ['Do you have a solarium?'],
  ['Will it rain tomorrow?'],
  ['Can I bring my dog?'],
]

const software: Row[] = [
  ['How do I invite my team?', 'invitation link'],
  ['how can i upload invoices', 'Drop PDF or XML'],
  ['What do the yellow fields mean?', 'Drop PDF or XML'],
  ['Can I connect my bank account?', 'choose your bank'],
  ['can you make payments from my account', 'choose your bank'],
  ['Who can see the invoices?', 'Bookkeepers see all'],
  ['Is there an app for my phone?', 'iPhone and Android'],
  ['does it work offline', 'iPhone and Android'],
  ['How much does it cost for a team of five?', '39 dollars'],
  ['cheapest plan', '12 dollars'],
  ['do you support SSO / single sign on', 'Single sign-on'],
  ['Is there a free trial?', 'open for 14 days'],
  ['do i have to enter my credit card for the trial', 'open for 14 days'],
  ['Is it cheaper if I pay for a year?', 'saves two months'],
  ['Where do I find my receipts for my subscription?', 'Paying yearly'],
  ['How do I cancel my subscription?', 'cancel until the last day'],
  ['What happens to my data when I quit?', 'keep your documents for 30 days'],
  ['Where are your servers?', 'servers in Frankfurt'],
  ['is my data encrypted', 'servers in Frankfurt'],
  ['do you support 2 factor authentication', 'second factor'],
  ['export to xero', 'DATEV and Xero'],
  ['can I restore a deleted document', 'stay in the bin'],
  ['i forgot my passwrod', 'spam folder'],
  ['Do you have an API?', 'REST interface'],
  ['the total was recognized incorrectly', 'Blurred scans'],
  ['When is support available?', 'By chat on working days'],
  ['can it read french invoices', 'Documents in English'],
  ['Will I get a reminder before an invoice is due?', 'three days before'],
  ['Discount for nonprofits?', 'charities and schools'],
  ['how often are backups made', 'every hour'],
  ['Can you do my tax return?'],
  ['Do you offer payroll?'],
  ['What is the boiling point of water?'],
  ['Do you sell printers?'],
  ['Can I order a pizza?'],
  ['Who founded Microsoft?'],
  ['Are you hiring?'],
  ['Is there an integration with Salesforce?'],
  ['Where can I park near your office?'],
  ['Do you have a desktop version for Linux?'],
]

function plain(business: LabelledQuestion['business'], rows: Row[]): LabelledQuestion[] {
  return rows.map(([question, answeredBy]) =>
    answeredBy ? { business, question, answeredBy, kind: 'asked' } : { business, question, kind: 'none' },
  )
}

function labelled(business: LabelledQuestion['business'], byKind: ByKind): LabelledQuestion[] {
  const { none = [], ...answerable } = byKind
  return [
    ...Object.entries(answerable).flatMap(([kind, rows]) =>
      rows.map(([question, answeredBy]) => ({ business, question, answeredBy, kind: kind as Kind })),
    ),
    ...none.map((question) => ({ business, question, kind: 'none' as const })),
  ]
}

/** Answerable and unanswerable questions alternate between the two halves. */
function half(rows: LabelledQuestion[], which: 0 | 1): LabelledQuestion[] {
  return [true, false].flatMap((answerable) =>
    rows
      .filter((question) => (question.answeredBy !== undefined) === answerable)
      .filter((_, index) => index % 2 === which),
  )
}

const halved = [
  ...plain('teaShop', teaShop),
  ...plain('dentist', dentist),
  ...plain('guesthouse', guesthouse),
]

/** Questions for tuning retrieval, and questions that only measure the result. */
export const sets: { name: 'tuning' | 'held-out'; questions: LabelledQuestion[] }[] = [
  {
    name: 'tuning',
    questions: [
      ...half(halved, 0),
      ...plain('gym', gym),
      ...labelled('teaShop', tuning.teaShop),
      ...labelled('dentist', tuning.dentist),
      ...labelled('gym', tuning.gym),
      ...labelled('guesthouse', tuning.guesthouse),
    ],
  },
  {
    name: 'held-out',
    questions: [
      ...half(halved, 1),
      ...plain('software', software),
      ...labelled('software', heldOut.software),
      ...labelled('ferry', heldOut.ferry),
      ...labelled('school', heldOut.school),
    ],
  },
]

export const questions: LabelledQuestion[] = sets.flatMap((set) => set.questions)

export function questionsOf(business: LabelledQuestion['business']): LabelledQuestion[] {
  return questions.filter((question) => question.business === business)
}

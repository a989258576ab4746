/** Questions about the bases that retrieval is tuned on. */
import type { LabelledQuestions } from './labelled.ts'

/** A software maker's policies, 27 pages. */
export const policies: LabelledQuestions = {
  direct: [
    ['How do I cancel my HEY account?', 'Cancel your subscription|Close your account now'],
    ['When is my content deleted after I cancel?', '30 days'],
    ['Do you collect sales tax in Texas?', 'Texas'],
    ['Do you collect sales tax in Ohio?', 'Ohio'],
    ['Is HEY subject to sales tax?', 'not subject to sales tax'],
    ['Can I get a refund if I forgot to cancel?', 'full refund|figure out a partial refund'],
    ['Can I get my money back if I am not happy?', 'money back|full refund|take care of you'],
    ['What happens to an account when its owner dies?', 'death|incapacitated|deceased|passed'],
    ['Who owns a Basecamp account?', 'account owner|owner'],
    ['How do I report a security problem?', 'security'],
    ['How do I report abuse?', 'abuse'],
    [
      'Can you cancel an account for someone who is not the owner?',
      'cannot cancel an account at the request of anyone else',
    ],
  ],
  paraphrased: [
    ['I was charged though I wanted to quit', 'refund that extra charge|full refund'],
    ['my brother died, how can I get into his account', 'death|incapacitated|deceased|next of kin|passed'],
    ['your site was down for hours, what do I get', 'partial credit|credit'],
  ],
  misspelled: [
    ['cancle hey acount', 'Cancel your subscription|Close your account now'],
    ['salse tax texas', 'Texas'],
    ['refnud policy', 'refund'],
    ['recieve my mony back', 'money back|full refund|take care of you'],
  ],
  'other language': [
    ['Kann ich mein Geld zurückbekommen?', 'refund|money back'],
    ['¿Cómo cancelo mi cuenta?', 'Cancel|cancel'],
  ],
  'two-part': [
    ['When is my content deleted after cancelling and do you collect sales tax in Utah?', '30 days', 'Utah'],
    [
      'Is HEY subject to sales tax, and can I get a refund if I forgot to cancel?',
      'not subject to sales tax',
      'full refund|figure out a partial refund',
    ],
  ],
  'follow-up': [
    ['How do I cancel my account?', 'When will my content be deleted?', '30 days'],
    ['Do you charge sales tax?', 'Also in Tennessee?', 'Tennessee'],
  ],
  nearby: [
    'Do you have a discount code SPRING24?',
    'Can I pay by cheque?',
    'How much does Basecamp cost?',
    'Is there an app for Apple Watch?',
    'Where is your office in Berlin?',
    'Do you offer training courses?',
    'What is the phone number of support?',
    'Do you collect sales tax in Bavaria?',
    'How many customers do you have?',
    'Can I import my data from Trello?',
  ],
  'far off': [
    'How do I bake sourdough bread?',
    'I can not eat wheat',
    'Can I bring my dog?',
    'What time is check-in?',
    'Who is the president of France?',
    'Do you sell winter coats?',
  ],
}

/** A software maker's handbook, 16 pages. */
export const companyHandbook: LabelledQuestions = {
  direct: [
    ['How many vacation days do I get?', '20 days'],
    ['How long is the sabbatical?', '6-week'],
    ['How long is parental leave for the primary caregiver?', '16 weeks'],
    ['What is the retirement match?', 'up to 6%'],
    ['How much can I expense for my home office?', '$3,000'],
    ['How much is the coworking stipend?', '$200'],
    ['When are the summer hours?', 'May 1 through August 31'],
    ['How high is the life insurance?', '$400,000'],
    ['How much does the company pay of the medical premium?', '75%'],
    ['How many days of bereavement leave are there?', 'ten days'],
    ['How much severance do I get?', '4 weeks|2 weeks pay'],
    ['Which system manages our Macs?', 'Kandji'],
    ['What share of profits goes to employees?', '10%'],
    ['Is there pet insurance?', 'Figo'],
  ],
  paraphrased: [
    ['may I do paid work for a friend in my spare time', 'side gig|Moonlighting'],
    ['what if I am ill for two weeks', 'short-term disability|7 consecutive'],
    ['my grandmother passed away', 'bereavement'],
    ['can I use my phone to look at work mail', 'fine to install|Devices running Android'],
    ['I broke my computer', 'upgrade your computer|when yours breaks'],
  ],
  misspelled: [
    ['sabatical lenght', '6-week'],
    ['vaccation days', '20 days'],
    ['coworkng stipend', '$200'],
    ['severence pay', '4 weeks|2 weeks pay'],
    ['pet insurence', 'Figo'],
  ],
  'other language': [
    ['Wie viele Urlaubstage habe ich?', '20 days'],
    ['¿Cuánto dura el permiso parental?', '16 weeks'],
  ],
  'two-part': [
    ['How many vacation days do I get and how long is the sabbatical?', '20 days', '6-week'],
    ['How much is the coworking stipend, and how much can I expense for my home office?', '$200', '$3,000'],
    ['When are summer hours and who is the dental insurance with?', 'May 1 through August 31', 'MetLife'],
  ],
  'follow-up': [
    ['Do I get a sabbatical?', 'How often?', 'three'],
    ['How does vacation work?', 'Does it roll over?', 'rolls over|27 days'],
    ['Is there dental insurance?', 'How much of the premium does the company pay?', '100%'],
  ],
  nearby: [
    'Is there a company car?',
    'How much is the meal allowance?',
    'Do we get free tickets for the cinema?',
    'Can I bring my children to the office?',
    'Which gym can I use?',
    'What is the wifi password?',
    'Who cleans the kitchen?',
    'When is the Christmas party?',
    'How many parking spots are there?',
    'Do we pay for language courses?',
  ],
  'far off': [
    'How do I bake sourdough bread?',
    'How far is the moon?',
    'Do you repair bicycles?',
    'Which tyres fit my car?',
    'Do you have rooms with a view of the sea?',
    'What is a good recipe for lasagna?',
  ],
}

/** An agency's handbook, 185 pages. */
export const agency: LabelledQuestions = {
  direct: [
    ['What is the limit of the cycle to work scheme?', '2500'],
    ['How much can I spend with TechScheme?', '2,000'],
    ['How many days of leave do I have?', '38 days'],
    ['Who runs the pension scheme?', 'Scottish Widows'],
    ['How much does the income protection pay?', '75%'],
    ['How much does the life insurance pay out?', '4x'],
    ['Who gets private medical insurance?', 'Grade 11'],
    ['How big is the work ready allowance?', '250'],
    ['How many days a month should I be in the office?', '2 - 3 days'],
    ['How much notice must I give for one day of holiday?', '3 days notice'],
    ['How high can a season ticket loan be?', "one month's net salary"],
    ['How many people are selected for lunchers?', '5 people'],
    ['What is the minimum pension contribution?', '4%'],
  ],
  paraphrased: [
    ['can I talk to a doctor on video', 'remote GPs|video consultations'],
    ['I want to work only four days a week', 'lexible working|reduced|4 out of 5'],
    ['my laptop was stolen', 'stolen'],
    ['I have been called for jury service', 'jury'],
    ['may I take my laptop to Spain', 'abroad'],
  ],
  misspelled: [
    ['pensoin scheme provider', 'Scottish Widows'],
    ['cycel to work limit', '2500'],
    ['holliday notice one day', '3 days notice'],
    ['seson ticket loan', "one month's net salary"],
    ['privat medical insurence', 'Grade 11|BUPA'],
  ],
  'other language': [
    ['Wie viele Tage Urlaub habe ich?', '38 days'],
    ['¿Quién gestiona el plan de pensiones?', 'Scottish Widows'],
  ],
  'two-part': [
    ['How many days of leave do I have and who runs the pension scheme?', '38 days', 'Scottish Widows'],
    ['What is the limit for TechScheme and for the cycle to work scheme?', '2,000', '2500'],
  ],
  'follow-up': [
    ['Is there a pension scheme?', 'What is the minimum contribution?', '4%'],
    ['Tell me about the season ticket loan', 'Is there interest on it?', 'no interest'],
    ['Is there income protection?', 'For how long is it paid?', '2 years'],
  ],
  nearby: [
    'Can I bring my dog to the office?',
    'Is there a company car scheme for Teslas?',
    'How much is the bonus for ten years of service?',
    'Do we have an office in Paris?',
    'Who is the chef of the canteen?',
    'Is there a swimming pool?',
    'How many employees left last year?',
    'Do you pay for childcare vouchers in euros?',
    'Can I get a discount on hotel rooms?',
    'What colour is the logo?',
    'Do you offer dental implants?',
  ],
  'far off': [
    'How do I bake sourdough bread?',
    'Who won the world cup in 1998?',
    'When does the ferry leave?',
    'How do I cook rice?',
    'What is the capital of Peru?',
    'I would like to order two pizzas',
    'Where is the next pharmacy?',
    'My cat does not eat',
  ],
}

/** An application for household budgets, 100 pages. */
export const budgeting: LabelledQuestions = {
  direct: [
    ['Can I use the mobile apps?', 'deprecated'],
    [
      'Can I sync my bank automatically?',
      'certain banks|not** sync bank data automatically|not sync bank data automatically|bank sync',
    ],
    ['How do I export my data?', 'Export Data|You can export your data from Actual'],
    ['How do I restore a backup?', 'Import file'],
    ['What is zero-sum budgeting?', 'assigned to a specific category|zero'],
    ['How do I enable the tracking budget?', 'Switch to tracking budgeting'],
    ['How do I delete a file?', 'Click the X|click the X|**X**'],
    ['How do I undo a mistake?', 'undo'],
    ['What is an off budget account?', 'only for tracking|do not affect'],
    ['What is end-to-end encryption for?', 'password|encrypt'],
    ['When was the hosted service shut down?', '2024'],
  ],
  paraphrased: [
    ['I do not know how to run a server', 'PikaPods'],
    ['my file has become huge', 'reset sync|Reset Sync'],
    ['where does my data live', 'local device|server'],
  ],
  misspelled: [
    ['restroe backup', 'Import file'],
    ['exprot data', 'Export Data|You can export your data from Actual'],
    ['traking budget enable', 'Switch to tracking budgeting'],
    ['end to end encripton', 'encrypt'],
  ],
  'other language': [
    ['Wie exportiere ich meine Daten?', 'Export Data|Export data'],
    ['¿Cómo restauro una copia de seguridad?', 'Import file'],
  ],
  'two-part': [
    ['How do I export my data and how do I restore a backup?', 'Export Data|Export data', 'Import file'],
    ['Can I use the mobile apps and can I sync my bank?', 'deprecated', 'certain banks'],
  ],
  'follow-up': [
    ['What is the tracking budget?', 'How do I enable it?', 'Switch to tracking budgeting'],
    ['Is there end-to-end encryption?', 'Do I need a second password for it?', 'second password'],
  ],
  nearby: [
    'How much does a licence cost per year?',
    'Do you offer credit cards with cashback?',
    'Can you lend me money?',
    'What interest rate do you pay on savings?',
    'Is my money insured?',
    'Which shares should I buy?',
    'Who is the founder?',
    'Can I talk to a financial adviser?',
    'Do you have a branch in London?',
    'Is there a smart watch app?',
  ],
  'far off': [
    'How do I bake sourdough bread?',
    'I can not eat wheat',
    'What is the best time to plant tulips?',
    'Do you rent kayaks?',
    'How old is the universe?',
    'When is the library open?',
    'Can I have a table for two?',
    'How do I remove a wine stain?',
  ],
}

/** A hotel on the coast. */
export const hotel: LabelledQuestions = {
  direct: [
    ['What time is check in?', '3 pm'],
    ['When do I have to leave the room?', '11 am'],
    ['Is breakfast included?', 'included'],
    ['Can I bring my dog?', 'Dogs are welcome'],
    ['How much is parking?', '£12'],
    ['Until when is the front desk open?', '11 pm'],
    ['Do you have a pool?', 'indoor pool'],
    ['How do I cancel?', '48 hours'],
    ['What is the wifi password?', 'seagull'],
    ['How much is a sea view room?', '£165'],
    ['What is your phone number?', '01326 555 012'],
  ],
  paraphrased: [
    ['I can not eat wheat', 'gluten'],
    ['where can I leave my car', '£12'],
    ['my flight lands at midnight', 'key box'],
    ['can my baby sleep somewhere', 'cot'],
  ],
  misspelled: [
    ['chek in tiem', '3 pm'],
    ['brekfast', 'included|7:30'],
    ['parkng cost', '£12'],
    ['cancelation', '48 hours'],
  ],
  'other language': [
    ['Wann kann ich einchecken?', '3 pm'],
    ['¿Puedo llevar a mi perro?', 'Dogs are welcome'],
    ['Le petit-déjeuner est-il inclus ?', 'included'],
  ],
  'two-part': [
    ['What time is check-in and is breakfast included?', '3 pm', 'included'],
    ['Can I bring my dog and how much is parking?', 'Dogs are welcome', '£12'],
    ['Do you have a pool, and until when is the front desk open?', 'indoor pool', '11 pm'],
  ],
  'follow-up': [
    ['Can I bring my dog?', 'how much is that?', '£10'],
    ['Is there a pool?', 'When is it open?', '7 am to 9 pm'],
    ['Do you have parking?', 'Can I charge my electric car?', 'charging'],
  ],
  nearby: [
    'Do you have a tennis court?',
    'Is there a casino?',
    'Can I get married here?',
    'Who is the manager?',
    'Do you have a discount code SPRING24?',
    'Is there a hairdresser in the house?',
    'Can I smoke a shisha?',
  ],
  'far off': [
    'How do I bake sourdough bread?',
    'What is the tallest mountain?',
    'Do you repair shoes?',
    'How do I cancel my phone contract?',
    'What are the rules of chess?',
  ],
}

/** A bakery in Lyon. */
export const bakery: LabelledQuestions = {
  direct: [
    ['Quels sont vos horaires ?', '7 h'],
    ['Combien coûte un gâteau d’anniversaire ?', '28'],
    ['Livrez-vous à domicile ?', 'trois kilomètres'],
    ['Avez-vous du pain sans gluten ?', 'sarrasin'],
    ['Où êtes-vous ?', 'rue Mercière'],
    ['Peut-on payer par carte ?', '5 euros|carte'],
    ['Combien de temps à l’avance faut-il commander ?', '48 heures'],
  ],
  paraphrased: [
    ['ma fille est allergique aux noix', 'fruits à coque'],
    ['que faites-vous du pain qui reste le soir', 'association'],
  ],
  misspelled: [
    ['oraires', '7 h'],
    ['gatau d’aniversaire prix', '28'],
    ['livrason', 'trois kilomètres'],
  ],
  'other language': [
    ['When are you open?', '7 h'],
    ['Do you deliver?', 'trois kilomètres'],
    ['Wo sind Sie?', 'rue Mercière'],
  ],
  'two-part': [
    ['Quels sont vos horaires et où êtes-vous ?', '7 h', 'rue Mercière'],
    ['Livrez-vous et combien coûte un gâteau ?', 'trois kilomètres', '28'],
  ],
  'follow-up': [
    ['Livrez-vous à domicile ?', 'Combien ça coûte ?', '4 euros'],
    ['Faites-vous des gâteaux d’anniversaire ?', 'Combien de temps à l’avance ?', '48 heures'],
  ],
  nearby: [
    'Vendez-vous du fromage ?',
    'Avez-vous une terrasse ?',
    'Donnez-vous des cours de pâtisserie ?',
    'Qui est le propriétaire ?',
    'Vendez-vous du vin ?',
  ],
  'far off': [
    'Qui est le maire de Paris ?',
    'Réparez-vous les vélos ?',
    'Comment réinitialiser mon mot de passe ?',
    'Quelle heure est-il à Tokyo ?',
    'Louez-vous des voitures ?',
  ],
}

/** An inn in Hakone. */
export const inn: LabelledQuestions = {
  direct: [
    ['チェックインは何時ですか', '15時'],
    ['チェックアウトは何時ですか', '10時'],
    ['駐車場はありますか', '無料'],
    ['朝食は何時からですか', '7時半'],
    ['キャンセル料はいくらですか', '50%'],
    ['露天風呂は何時まで入れますか', '23時'],
  ],
  paraphrased: [['車で行っても大丈夫ですか', '駐車場']],
  'two-part': [['チェックインとチェックアウトは何時ですか', '15時', '10時']],
  nearby: [
    'カラオケはありますか',
    'プールはありますか',
    'ゴルフ場は近くにありますか',
    'ペットの料金はいくらですか',
  ],
  'far off': [
    'ビットコインの価格は',
    '自転車の修理をお願いします',
    'フランスの首都はどこですか',
    'パスワードを忘れました',
  ],
}

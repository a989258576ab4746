import { type Business, growing, inTurns, promptOf, topic } from '../business.ts'

const DELIVERY = 'Delivery and returns'
const QUESTIONS = 'Frequent questions'
const CARE = 'Care instructions'
const VOUCHERS = 'Vouchers and loyalty'

export const harbourAndPine: Business = {
  key: 'harbour-and-pine',
  template: 'customer-support',
  name: 'Harbour & Pine',
  title: 'Harbour & Pine Support',
  since: 44,
  traffic: 34,
  site: 'https://harbourandpine.example',
  pages: ['/', '/sofas', '/tables/oak-dining-table', '/returns', '/checkout', '/textiles/linen-curtains'],
  knowledge: [
    {
      name: CARE,
      kind: 'text',
      content: `Oiled oak: wipe with a damp cloth, dry at once, and oil twice a year. Water rings can be sanded lightly along the grain and oiled again.

Linen covers: wash at 40 degrees, inside out, and pull into shape while damp. Do not tumble-dry: linen shrinks by up to six percent.

Wool rugs: vacuum without a rotating brush, turn them every six months, and treat stains with cold water and a drop of wool detergent.`,
    },
    {
      name: VOUCHERS,
      kind: 'qa',
      pairs: [
        {
          question: 'How long is a gift voucher valid?',
          answer: 'Three years from the end of the year in which it was bought. What is left stays on it.',
        },
        {
          question: 'Is there a newsletter discount?',
          answer: 'Yes, 10 percent on the first order above 50. The code comes with the first newsletter.',
        },
        {
          question: 'Can I use two vouchers in one order?',
          answer: 'You can use several gift vouchers together, but only one discount code for each order.',
        },
      ],
    },
  ],
  topics: [
    topic(
      'en',
      DELIVERY,
      'Parcels take **2 to 4 working days** and cost 4.90; above 75 delivery is free. Furniture comes by freight within 10 working days.',
      'How long does delivery take?',
      'when will my stuff get here if i order today',
      'Do you deliver for free?',
    ),
    topic(
      'en',
      DELIVERY,
      'You can return anything unused within **30 days** of delivery. Parcels go back free of charge; collecting furniture costs 25, which we deduct from the refund.',
      'I changed my mind about the lamp, can I send it back?',
      'What is your return policy?',
      'how many days do i have to return something',
    ),
    topic(
      'en',
      DELIVERY,
      "I'm sorry about that. Please send us a photo and your order number within 7 days. You choose between a replacement and a refund, and we arrange the collection at no cost.",
      'One leg of my table arrived cracked',
      'The vase came broken, what now?',
    ),
    topic(
      'en',
      DELIVERY,
      'If tracking has not changed for three working days, send us your order number: we start a search with the carrier.',
      'My tracking link has been stuck since Tuesday',
      'The parcel does not move, where is it?',
    ),
    topic(
      'en',
      QUESTIONS,
      'You can pay by card (Visa, Mastercard, American Express), PayPal, Apple Pay, or by invoice within 14 days.',
      'Can I pay on invoice?',
      'do you take amex',
      'Which ways of paying do you offer?',
    ),
    topic(
      'en',
      QUESTIONS,
      'Two years on all products and **five years on wooden frames**. Keep the invoice: it is your warranty card.',
      'How long is the guarantee on a sofa?',
      'Is there a warranty?',
    ),
    topic(
      'en',
      CARE,
      'Wipe it with a damp cloth, dry it at once, and oil it twice a year. A water ring can be sanded lightly along the grain and oiled again.',
      'How do I look after the oak table?',
      'there is a water ring on my oak table, help!',
    ),
    topic(
      'en',
      CARE,
      'At 40 degrees, inside out, and pulled into shape while damp. Please do not tumble-dry: linen shrinks by up to six percent.',
      'Can I wash the linen covers?',
      'Is it ok to put the cushion covers in the dryer?',
    ),
    topic(
      'en',
      VOUCHERS,
      'Gift vouchers are valid for three years from the end of the year in which they were bought. What is left stays on the voucher.',
      'I found an old voucher from 2024, is it still good?',
      'How long can I use a gift card?',
    ),
    topic(
      'de',
      DELIVERY,
      'Pakete brauchen **2 bis 4 Werktage** und kosten 4,90; ab 75 ist die Lieferung frei. Möbel kommen per Spedition innerhalb von 10 Werktagen.',
      'Wie lange dauert der Versand?',
      'Liefert ihr auch nach Österreich und was kostet das?',
    ),
    topic(
      'de',
      DELIVERY,
      'Unbenutzte Artikel können Sie innerhalb von **30 Tagen** zurückgeben. Die Rücksendung von Paketen ist kostenlos.',
      'Kann ich die Vorhänge zurückschicken?',
      'Was ist mit Rückgabe, wenn es nicht passt?',
    ),
    topic(
      'fr',
      DELIVERY,
      'Les colis arrivent en **2 à 4 jours ouvrés** et coûtent 4,90 ; la livraison est gratuite à partir de 75.',
      'Quels sont vos délais de livraison ?',
      'La livraison est-elle gratuite ?',
    ),
  ],
  unknown: [
    'Do you price match other shops?',
    'Is the Fjord armchair coming back in green?',
    'Do you sponsor local football clubs?',
    'Can I rent furniture for a photo shoot?',
    'what wood are your pallets made of',
  ],
  canary: {
    days: 9,
    share: 30,
    document: {
      vg_temperature: 0.4,
      proactiveMessage: '👋 Looking for something? I know every piece we sell.',
    },
  },
  edits: inTurns(
    growing(promptOf('customer-support', 'Harbour & Pine'), [
      'Mention free delivery above 75 when somebody asks what delivery costs.',
      'For damaged goods ask for a photo first, then for the order number.',
      'Furniture has its own delivery time: never quote the one of parcels for a sofa or a table.',
      'When somebody asks about a sale, name the newsletter discount.',
      'Offer the care instructions when a visitor asks about a material.',
      'Never compare our prices with those of other shops.',
    ]),
    [
      { proactiveMessage: '👋 Questions about delivery or returns?' },
      { proactiveMessage: 'Need a hand choosing? I know our whole range.' },
      { theme: 'blue-dark' },
      { proactiveMessage: '🎁 Free delivery above 75. Ask me anything.' },
    ],
    [
      { description: 'Orders, delivery and returns for Harbour & Pine, furniture and home textiles.' },
      { vg_temperature: 0.2 },
      { vg_defaultModel: 'gpt-4o-mini' },
      { messageDelayMS: 600 },
      { UIhandoffSubtitle: 'Our team answers Monday to Saturday, 8 to 6.' },
    ],
  ),
}

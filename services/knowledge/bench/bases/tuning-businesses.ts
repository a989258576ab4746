/** Three invented small businesses, in English, French and Japanese, that retrieval is tuned on. */
import { pairs, text } from './source-text.ts'

export const hotel = [
  text(
    'stay.md',
    `---
title: Your stay
permalink: /stay
---
# Your stay

We are a family house above the harbour. Here is all you need to know for your stay.

We are a family house above the harbour. Here is all you need to know for your stay.

## Arriving and leaving
The front desk is staffed from 7 am to 11 pm. Rooms are ready from 3 pm. Please leave your room by 11 am on the day you go. If you come later than 11 pm, take your key from the key box by the door; we send you its code.

## Breakfast
Breakfast is included in every rate and served from 7:30 to 10:00. We bake gluten-free bread and have oat milk; tell us of any allergy a day before.

## Parking
Parking costs £12 a night. There are two charging points for electric cars, which cost 45p for each unit.

## Pets
Dogs are welcome in the garden rooms for £10 a night. They may not be left alone in the room.

## Pool
The indoor pool is open from 7 am to 9 pm. Children under 12 swim with an adult.

## Internet
The network is called Harbour and its password is seagull.`,
  ),
  text(
    'Rooms',
    `# Rooms

A double room costs £120 a night, a room with a view of the sea £165, the family suite £210. A cot for a baby is free, an extra bed £25.

## Cancelling
You can cancel without charge until 48 hours before you arrive. After that we charge the first night. See [our terms](../terms.md) or write to {{ site.email }}.

## Contact
Ring us at 01326 555 012 or write to hello@harbourhouse.example.`,
  ),
]

export const bakery = [
  text(
    'La boulangerie',
    `# Boulangerie des Deux Ponts

## Horaires
Nous sommes ouverts du mardi au samedi de 7 h à 19 h 30, et le dimanche de 7 h à 13 h. Fermé le lundi.

## Adresse
Nous sommes au 14 rue Mercière, à Lyon, à deux pas du métro Cordeliers.

## Paiement
Nous acceptons les espèces, et la carte à partir de 5 euros.

## Invendus
Le soir, nous donnons les invendus à une association du quartier.`,
  ),
  pairs('Questions fréquentes', [
    [
      'Livrez-vous à domicile ?',
      'Oui, dans un rayon de trois kilomètres, pour 4 euros, le matin avant 10 h.',
    ],
    [
      'Faites-vous des gâteaux d’anniversaire ?',
      'Oui, à partir de 28 euros pour six personnes. Commandez au moins 48 heures à l’avance.',
    ],
    [
      'Avez-vous du pain sans gluten ?',
      'Le pain de sarrasin est sans gluten, mais il est préparé dans le même atelier que les autres.',
    ],
    [
      'Et les allergies ?',
      'Nos viennoiseries peuvent contenir des traces de fruits à coque. La liste des allergènes est en boutique.',
    ],
  ]),
]

export const inn = [
  text(
    'ご案内',
    `# 箱根 山の湯

## チェックイン
チェックインは15時から19時までです。チェックアウトは10時です。荷物は朝から預かります。

## 温泉
露天風呂は朝5時から23時まで入れます。貸切風呂は45分で3,000円です。

## お食事
夕食は18時または19時、朝食は7時半からです。アレルギーは前日までにお知らせください。

## 駐車場
駐車場は20台分あり、宿泊のお客様は無料です。

## キャンセル
3日前までは無料です。前日は宿泊料金の50%、当日は100%のキャンセル料がかかります。`,
  ),
]

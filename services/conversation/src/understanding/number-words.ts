/** Numbers as words, by language. */
import type { Language } from '../phrases.ts'

export type NumberWords = {
  /** 0 to 20; alternatives of one number are separated by `/`. */
  small: string
  /** 30 to 90. */
  tens: string
  hundred: string
  thousand: string
  million: string
  dozen: string
  /** Stands between the parts of a number. */
  and: string
  /** Irregular numbers, as `500=quinientos`. */
  others?: string
}

export const numberWords: Record<Language, NumberWords> = {
  en: {
    small:
      'zero/none|one/a/an/single/just me/only me/myself/alone|two/couple/pair|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty',
    tens: 'thirty|forty|fifty|sixty|seventy|eighty|ninety',
    hundred: 'hundred',
    thousand: 'thousand|k|grand',
    million: 'million|m|mio',
    dozen: 'dozen',
    and: 'and',
  },
  de: {
    small:
      'null/keine|eins/ein/eine/einen/einem/einer/nur ich/allein|zwei/zwo/paar/zu zweit|drei/zu dritt|vier/zu viert|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|dreizehn|vierzehn|fünfzehn|sechzehn|siebzehn|achtzehn|neunzehn|zwanzig',
    tens: 'dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig',
    hundred: 'hundert',
    thousand: 'tausend|tsd',
    million: 'million|millionen|mio',
    dozen: 'dutzend',
    and: 'und',
  },
  es: {
    small:
      'cero/ninguno/ninguna|uno/un/una/solo yo|dos/par|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieciséis|diecisiete|dieciocho|diecinueve|veinte',
    tens: 'treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa',
    hundred: 'cien|ciento',
    thousand: 'mil|k',
    others:
      '21=veintiuno/veintiún/veintiuna|22=veintidós|23=veintitrés|24=veinticuatro|25=veinticinco|26=veintiséis|27=veintisiete|28=veintiocho|29=veintinueve|200=doscientos/doscientas|300=trescientos/trescientas|400=cuatrocientos|500=quinientos/quinientas|600=seiscientos|700=setecientos|800=ochocientos|900=novecientos',
    million: 'millón|millones',
    dozen: 'docena|docenas',
    and: 'y',
  },
  fr: {
    small:
      'zéro/aucun/aucune|un/une/juste moi/moi seul|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|dix sept|dix huit|dix neuf|vingt',
    tens: 'trente|quarante|cinquante|soixante|soixante dix|quatre vingt/quatre vingts|quatre vingt dix',
    hundred: 'cent|cents',
    thousand: 'mille|k',
    million: 'million|millions',
    dozen: 'douzaine|douzaines',
    and: 'et',
  },
  pt: {
    small:
      'zero/nenhum/nenhuma|um/uma|dois/duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|treze|catorze/quatorze|quinze|dezesseis/dezasseis|dezessete/dezassete|dezoito|dezenove/dezanove|vinte',
    tens: 'trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa',
    hundred: 'cem|cento',
    thousand: 'mil|k',
    others:
      '200=duzentos/duzentas|300=trezentos|400=quatrocentos|500=quinhentos/quinhentas|600=seiscentos|700=setecentos|800=oitocentos|900=novecentos',
    million: 'milhão|milhões',
    dozen: 'dúzia|dúzias',
    and: 'e',
  },
  it: {
    small:
      'zero/nessuno|uno/un/una|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|quattordici|quindici|sedici|diciassette|diciotto|diciannove|venti',
    tens: 'trenta|quaranta|cinquanta|sessanta|settanta|ottanta|novanta',
    hundred: 'cento',
    thousand: 'mille|mila|k',
    others: '21=ventuno|28=ventotto|31=trentuno|38=trentotto|41=quarantuno',
    million: 'milione|milioni',
    dozen: 'dozzina|dozzine',
    and: 'e',
  },
  nl: {
    small:
      'nul/geen|een/één|twee/paar|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|dertien|veertien|vijftien|zestien|zeventien|achttien|negentien|twintig',
    tens: 'dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig',
    hundred: 'honderd',
    thousand: 'duizend|k',
    million: 'miljoen',
    dozen: 'dozijn',
    and: 'en',
  },
  pl: {
    small:
      'zero|jeden/jedna/jedno/jedną/pierwszej|dwa/dwie/dwóch/dwoje/drugiej|trzy/troje/trzeciej|cztery/czworo/czwartej|pięć/pięcioro/piątej|sześć/sześcioro/szóstej|siedem/siódmej|osiem/ósmej|dziewięć/dziewiątej|dziesięć/dziesiątej|jedenaście/jedenastej|dwanaście/dwunastej|trzynaście|czternaście|piętnaście|szesnaście|siedemnaście|osiemnaście|dziewiętnaście|dwadzieścia',
    tens: 'trzydzieści|czterdzieści|pięćdziesiąt|sześćdziesiąt|siedemdziesiąt|osiemdziesiąt|dziewięćdziesiąt',
    hundred: 'sto',
    thousand: 'tysiąc|tysiące|tysięcy|tys',
    others:
      '200=dwieście|300=trzysta|400=czterysta|500=pięćset|600=sześćset|700=siedemset|800=osiemset|900=dziewięćset',
    million: 'milion|miliony|milionów',
    dozen: 'tuzin|tuziny',
    and: 'i',
  },
  tr: {
    small:
      'sıfır|bir|iki|üç|dört|beş|altı|yedi|sekiz|dokuz|on|on bir|on iki|on üç|on dört|on beş|on altı|on yedi|on sekiz|on dokuz|yirmi',
    tens: 'otuz|kırk|elli|altmış|yetmiş|seksen|doksan',
    hundred: 'yüz',
    thousand: 'bin',
    million: 'milyon',
    dozen: 'düzine',
    and: 've',
  },
  ar: {
    small:
      'صفر|واحد/واحدة/الواحدة|اثنان/اثنين/اثنتين/الثانية|ثلاثة/ثلاث/الثالثة|أربعة/اربعة/أربع/الرابعة|خمسة/خمس/الخامسة|ستة/ست/السادسة|سبعة/سبع/السابعة|ثمانية/ثماني/الثامنة|تسعة/تسع/التاسعة|عشرة/عشر/العاشرة|أحد عشر/الحادية عشرة|اثنا عشر/الثانية عشرة|ثلاثة عشر|أربعة عشر|خمسة عشر|ستة عشر|سبعة عشر|ثمانية عشر|تسعة عشر|عشرون/عشرين',
    tens: 'ثلاثون/ثلاثين|أربعون/أربعين|خمسون/خمسين|ستون/ستين|سبعون/سبعين|ثمانون/ثمانين|تسعون/تسعين',
    hundred: 'مئة|مائة',
    thousand: 'ألف|الف|آلاف',
    others: '200=مئتان/مئتين|300=ثلاثمئة|500=خمسمئة',
    million: 'مليون',
    dozen: 'دزينة',
    and: 'و',
  },
  hi: {
    small:
      'शून्य|एक/ek|दो/do|तीन/teen|चार/char|पाँच/पांच/paanch|छह/छः/chhe|सात/saat|आठ/aath|नौ/nau|दस/das|ग्यारह|बारह|तेरह|चौदह|पंद्रह|सोलह|सत्रह|अठारह|उन्नीस|बीस',
    tens: 'तीस|चालीस|पचास|साठ|सत्तर|अस्सी|नब्बे',
    hundred: 'सौ',
    thousand: 'हज़ार|हजार|hazar',
    others: '21=इक्कीस|22=बाईस|23=तेईस|24=चौबीस|25=पच्चीस|26=छब्बीस|27=सत्ताईस|28=अट्ठाईस|29=उनतीस|31=इकतीस',
    million: 'मिलियन',
    dozen: 'दर्जन',
    and: 'और',
  },
  ja: {
    small:
      '零/ゼロ|一/ひとつ/一つ|二/ふたつ/二つ|三/三つ|四/四つ|五/五つ|六/六つ|七/七つ|八/八つ|九/九つ|十|十一|十二|十三|十四|十五|十六|十七|十八|十九|二十',
    tens: '三十|四十|五十|六十|七十|八十|九十',
    hundred: '百',
    thousand: '千',
    million: '百万',
    dozen: 'ダース',
    and: 'と',
  },
  zh: {
    small:
      '零|一/一个|二/两/两个/兩|三/三个|四/四个|五/五个|六/六个|七/七个|八/八个|九/九个|十/十个|十一|十二|十三|十四|十五|十六|十七|十八|十九|二十',
    tens: '三十|四十|五十|六十|七十|八十|九十',
    hundred: '百',
    thousand: '千',
    million: '百万',
    dozen: '打',
    and: '和',
  },
}

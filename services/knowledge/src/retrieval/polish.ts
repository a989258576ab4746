/** Stop words and a light stemmer for Polish, which our packages lack. */

export const stopwords =
  `a aby ale albo ani bo bez być był była było były będzie będę będą chce chcę chciałbym chciałabym co coś czy
czyli dla do gdy go i ich ile im ja jak jaka jaki jakie jakich jego jej jeśli jest jestem jesteście już każdy kiedy kim
kogo kto która które którego której który lub ma macie mają mam mamy mi mnie moja moje mogę może można mój moją mojego
na nad nam nas nasz nie nich o od oni państwo państwa pan pani po pod przed przez przy robi są się skąd swój ta tak tam
te tego tej ten to tu tutaj ty u w wam was wasz wasza wasze we więc wszystko wy z za że ze`.split(/\s+/)

const LEAST = 4
/** Endings of nouns, adjectives and verbs, longest first. */
const ENDINGS = [
  'owaniem owania owanie iejszy ajcie ujecie ujemy ecie acie icie ować ywać iwać iami ach ami ego emu ymi imi owie iej iem iom ach ują uje iec',
  'ów om em ie ia ią ię io iu ym im ej ą ę y i a e o u ać eć ić yć cie my sz',
].map((endings) => endings.split(' ').sort((a, b) => b.length - a.length))

/** The word without its ending, if the rest is long enough to identify it. */
export function stemmer(word: string): string {
  for (const endings of ENDINGS)
    for (const ending of endings)
      if (word.endsWith(ending) && word.length - ending.length >= LEAST) return word.slice(0, -ending.length)
  return word
}

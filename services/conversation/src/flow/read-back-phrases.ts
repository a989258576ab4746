/** What a flow says when it reads back what it understood, and asks whether it is right. */
import type { Language } from '../phrases.ts'

export type ReadBackPhrases = {
  /** Before the values, unless the node has words of its own. */
  noted: string
  /** After the values. */
  right: string
  /** The buttons. */
  yes: string
  no: string
  /** After a no that doesn't say what is wrong. */
  what: string
  /** After a message that neither confirms nor corrects. */
  unclear: string
  /** After a button of before, `{label}`, that leads away from what was read back. */
  leaving: string
  /** Of a question that is answered with yes or no. */
  isTrue: string
  isFalse: string
}

export const readBackPhrases: Record<Language, ReadBackPhrases> = {
  en: {
    noted: 'This is what I have noted:',
    right: 'Is that right?',
    yes: 'Yes, that is right',
    no: 'No, change something',
    what: 'What should I change?',
    unclear: 'Please write “yes” if everything is right, or tell me what to change.',
    leaving:
      'This is not confirmed yet. Write “yes” to confirm it, or choose “{label}” again to leave it unconfirmed.',
    isTrue: 'yes',
    isFalse: 'no',
  },
  de: {
    noted: 'Das habe ich notiert:',
    right: 'Ist das richtig?',
    yes: 'Ja, das stimmt',
    no: 'Nein, etwas ändern',
    what: 'Was soll ich ändern?',
    unclear: 'Schreiben Sie bitte „ja“, wenn alles stimmt, oder sagen Sie mir, was ich ändern soll.',
    leaving:
      'Das ist noch nicht bestätigt. Schreiben Sie „ja“, um es zu bestätigen, oder wählen Sie noch einmal „{label}“, um es unbestätigt zu lassen.',
    isTrue: 'ja',
    isFalse: 'nein',
  },
  es: {
    noted: 'Esto es lo que he anotado:',
    right: '¿Es correcto?',
    yes: 'Sí, es correcto',
    no: 'No, cambiar algo',
    what: '¿Qué debo cambiar?',
    unclear: 'Escribe «sí» si todo es correcto, o dime qué debo cambiar.',
    leaving:
      'Esto aún no está confirmado. Escribe «sí» para confirmarlo, o elige «{label}» otra vez para dejarlo sin confirmar.',
    isTrue: 'sí',
    isFalse: 'no es así',
  },
  fr: {
    noted: 'Voici ce que j’ai noté :',
    right: 'Est-ce exact ?',
    yes: 'Oui, c’est exact',
    no: 'Non, modifier',
    what: 'Que dois-je modifier ?',
    unclear: 'Écrivez « oui » si tout est exact, ou dites-moi ce que je dois modifier.',
    leaving:
      'Ce n’est pas encore confirmé. Écrivez « oui » pour confirmer, ou choisissez à nouveau « {label} » pour ne pas confirmer.',
    isTrue: 'oui',
    isFalse: 'non',
  },
  pt: {
    noted: 'Foi isto que anotei:',
    right: 'Está certo?',
    yes: 'Sim, está certo',
    no: 'Não, alterar algo',
    what: 'O que devo alterar?',
    unclear: 'Escreva “sim” se estiver tudo certo, ou diga-me o que devo alterar.',
    leaving:
      'Isto ainda não está confirmado. Escreva “sim” para confirmar, ou escolha “{label}” de novo para não confirmar.',
    isTrue: 'sim',
    isFalse: 'não',
  },
  it: {
    noted: 'Ecco che cosa ho annotato:',
    right: 'È giusto?',
    yes: 'Sì, è giusto',
    no: 'No, cambiare qualcosa',
    what: 'Che cosa devo cambiare?',
    unclear: 'Scriva «sì» se è tutto giusto, o mi dica che cosa devo cambiare.',
    leaving:
      'Non è ancora confermato. Scriva «sì» per confermare, o scelga di nuovo «{label}» per non confermare.',
    isTrue: 'sì',
    isFalse: 'non è così',
  },
  nl: {
    noted: 'Dit heb ik genoteerd:',
    right: 'Klopt dat?',
    yes: 'Ja, dat klopt',
    no: 'Nee, iets wijzigen',
    what: 'Wat moet ik wijzigen?',
    unclear: 'Schrijf “ja” als alles klopt, of zeg me wat ik moet wijzigen.',
    leaving:
      'Dit is nog niet bevestigd. Schrijf “ja” om het te bevestigen, of kies nog eens “{label}” om het niet te bevestigen.',
    isTrue: 'ja',
    isFalse: 'nee',
  },
  pl: {
    noted: 'Oto co zapisałem:',
    right: 'Czy to się zgadza?',
    yes: 'Tak, zgadza się',
    no: 'Nie, zmień coś',
    what: 'Co mam zmienić?',
    unclear: 'Napisz „tak”, jeśli wszystko się zgadza, albo powiedz, co mam zmienić.',
    leaving:
      'To nie jest jeszcze potwierdzone. Napisz „tak”, aby potwierdzić, albo wybierz ponownie „{label}”, aby tego nie potwierdzać.',
    isTrue: 'tak',
    isFalse: 'nie',
  },
  tr: {
    noted: 'Şunları not ettim:',
    right: 'Doğru mu?',
    yes: 'Evet, doğru',
    no: 'Hayır, değiştir',
    what: 'Neyi değiştireyim?',
    unclear: 'Her şey doğruysa “evet” yazın veya neyi değiştireceğimi söyleyin.',
    leaving:
      'Bu henüz onaylanmadı. Onaylamak için “evet” yazın veya onaylamadan bırakmak için yeniden “{label}” seçin.',
    isTrue: 'evet',
    isFalse: 'hayır',
  },
  ar: {
    noted: 'هذا ما سجلته:',
    right: 'هل هذا صحيح؟',
    yes: 'نعم، هذا صحيح',
    no: 'لا، أريد تغيير شيء',
    what: 'ماذا أغيّر؟',
    unclear: 'اكتب «نعم» إذا كان كل شيء صحيحًا، أو قل لي ماذا أغيّر.',
    leaving: 'لم يتم تأكيد هذا بعد. اكتب «نعم» للتأكيد، أو اختر «{label}» مرة أخرى لتركه دون تأكيد.',
    isTrue: 'نعم',
    isFalse: 'لا',
  },
  hi: {
    noted: 'मैंने यह नोट किया है:',
    right: 'क्या यह सही है?',
    yes: 'हाँ, यह सही है',
    no: 'नहीं, कुछ बदलना है',
    what: 'मैं क्या बदलूँ?',
    unclear: 'अगर सब सही है तो “हाँ” लिखें, या बताएँ कि क्या बदलना है।',
    leaving: 'इसकी अभी पुष्टि नहीं हुई है। पुष्टि के लिए “हाँ” लिखें, या बिना पुष्टि के छोड़ने के लिए फिर से “{label}” चुनें।',
    isTrue: 'हाँ',
    isFalse: 'नहीं',
  },
  ja: {
    noted: '次の内容で承りました：',
    right: 'こちらでよろしいですか？',
    yes: 'はい、合っています',
    no: 'いいえ、変更します',
    what: 'どちらを変更しますか？',
    unclear: 'すべて正しければ「はい」とお書きください。変更があればお知らせください。',
    leaving:
      'まだ確定していません。確定するには「はい」とお書きください。確定せずに進む場合は、もう一度「{label}」をお選びください。',
    isTrue: 'はい',
    isFalse: 'いいえ',
  },
  zh: {
    noted: '我记录的内容如下：',
    right: '对吗？',
    yes: '是的，没错',
    no: '不对，要修改',
    what: '需要修改什么？',
    unclear: '如果全部正确，请输入“是”；否则请告诉我要修改什么。',
    leaving: '这些内容尚未确认。输入“是”以确认；如果不确认，请再次选择“{label}”。',
    isTrue: '是',
    isFalse: '否',
  },
}

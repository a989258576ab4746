/** The words of the mail that brings the replies of people to a visitor who has left, in the languages of the chat. */
import type { Language } from '../phrases.ts'

export type ReplyMailPhrases = {
  /** `{title}` is the agent's. */
  subject: string
  /** Above the messages from before. */
  earlier: string
  /** An answer to the mail comes into the conversation. */
  answer: string
  /** Answers by mail are not possible. */
  chat: string
  /** Until when files that are not attached can be opened. */
  linksUntil: string
}

export const replyMailPhrases: Record<Language, ReplyMailPhrases> = {
  en: phrases(
    'New reply from {title}',
    'Earlier in this conversation',
    'To answer, reply to this e-mail or come back to the chat.',
    'To answer, come back to the chat. Replies to this e-mail are not read.',
    'The files can be opened from this e-mail until {date}.',
  ),
  es: phrases(
    'Nueva respuesta de {title}',
    'Antes en esta conversación',
    'Para responder, contesta a este correo o vuelve al chat.',
    'Para responder, vuelve al chat. Las respuestas a este correo no se leen.',
    'Los archivos pueden abrirse desde este correo hasta el {date}.',
  ),
  fr: phrases(
    'Nouvelle réponse de {title}',
    'Précédemment dans cette conversation',
    'Pour répondre, répondez à cet e-mail ou revenez dans le chat.',
    'Pour répondre, revenez dans le chat. Les réponses à cet e-mail ne sont pas lues.',
    'Les fichiers peuvent être ouverts depuis cet e-mail jusqu’au {date}.',
  ),
  de: phrases(
    'Neue Antwort von {title}',
    'Zuvor in dieser Unterhaltung',
    'Zum Antworten antworten Sie auf diese E-Mail oder kommen Sie in den Chat zurück.',
    'Zum Antworten kommen Sie bitte in den Chat zurück. Antworten auf diese E-Mail werden nicht gelesen.',
    'Die Dateien lassen sich aus dieser E-Mail bis zum {date} öffnen.',
  ),
  pt: phrases(
    'Nova resposta de {title}',
    'Antes nesta conversa',
    'Para responder, responda a este e-mail ou volte ao chat.',
    'Para responder, volte ao chat. As respostas a este e-mail não são lidas.',
    'Os arquivos podem ser abertos a partir deste e-mail até {date}.',
  ),
  it: phrases(
    'Nuova risposta da {title}',
    'In precedenza in questa conversazione',
    'Per rispondere, rispondi a questa e-mail o torna nella chat.',
    'Per rispondere, torna nella chat. Le risposte a questa e-mail non vengono lette.',
    'I file possono essere aperti da questa e-mail fino al {date}.',
  ),
  nl: phrases(
    'Nieuw antwoord van {title}',
    'Eerder in dit gesprek',
    'Antwoord op deze e-mail of kom terug in de chat.',
    'Kom terug in de chat om te antwoorden. Antwoorden op deze e-mail worden niet gelezen.',
    'De bestanden kunnen vanuit deze e-mail worden geopend tot en met {date}.',
  ),
  pl: phrases(
    'Nowa odpowiedź: {title}',
    'Wcześniej w tej rozmowie',
    'Aby odpowiedzieć, proszę odpisać na tę wiadomość lub wrócić do czatu.',
    'Aby odpowiedzieć, proszę wrócić do czatu. Odpowiedzi na tę wiadomość nie są czytane.',
    'Pliki można otworzyć z tej wiadomości do {date}.',
  ),
  tr: phrases(
    '{title} yeni yanıt gönderdi',
    'Bu konuşmada daha önce',
    'Yanıtlamak için bu e-postayı yanıtlayın veya sohbete dönün.',
    'Yanıtlamak için sohbete dönün. Bu e-postaya verilen yanıtlar okunmaz.',
    'Dosyalar bu e-postadan şu tarihe kadar açılabilir: {date}.',
  ),
  ar: phrases(
    'رد جديد من {title}',
    'سابقًا في هذه المحادثة',
    'للإجابة، رد على هذه الرسالة أو عد إلى الدردشة.',
    'للإجابة، عد إلى الدردشة. لا تُقرأ الردود على هذه الرسالة.',
    'يمكن فتح الملفات من هذه الرسالة حتى {date}.',
  ),
  hi: phrases(
    '{title} की ओर से नया उत्तर',
    'इस बातचीत में पहले',
    'उत्तर देने के लिए इस ई-मेल का जवाब दें या चैट में लौटें।',
    'उत्तर देने के लिए चैट में लौटें। इस ई-मेल के जवाब पढ़े नहीं जाते।',
    'फ़ाइलें इस ई-मेल से {date} तक खोली जा सकती हैं।',
  ),
  ja: phrases(
    '{title} から新しい返信があります',
    'これまでの会話',
    'お返事は、このメールに返信するか、チャットにお戻りください。',
    'お返事はチャットにお戻りください。このメールへの返信は読まれません。',
    'ファイルはこのメールから{date}まで開くことができます。',
  ),
  zh: phrases(
    '{title} 有新的回复',
    '此前的对话',
    '要回复，请直接回复此邮件或返回聊天。',
    '要回复，请返回聊天。对此邮件的回复不会被阅读。',
    '在 {date} 之前，可以从此邮件打开文件。',
  ),
}

function phrases(
  subject: string,
  earlier: string,
  answer: string,
  chat: string,
  linksUntil: string,
): ReplyMailPhrases {
  return { subject, earlier, answer, chat, linksUntil }
}

/**
 * The launcher's words: open, close, dismiss. Every byte is paid by every page, so what is said when the chat
 * itself can't be fetched stays English.
 */
const words: Record<string, string> = {
  en: 'Open chat|Close chat|Dismiss message',
  es: 'Abrir el chat|Cerrar el chat|Descartar mensaje',
  fr: 'Ouvrir le chat|Fermer le chat|Ignorer le message',
  de: 'Chat öffnen|Chat schließen|Nachricht ausblenden',
  pt: 'Abrir chat|Fechar chat|Dispensar mensagem',
  it: 'Apri la chat|Chiudi la chat|Ignora messaggio',
  nl: 'Chat openen|Chat sluiten|Bericht sluiten',
  pl: 'Otwórz czat|Zamknij czat|Odrzuć wiadomość',
  tr: 'Sohbeti aç|Sohbeti kapat|Mesajı kapat',
  ar: 'فتح الدردشة|إغلاق الدردشة|إخفاء الرسالة',
  hi: 'चैट खोलें|चैट बंद करें|संदेश हटाएँ',
  ja: 'チャットを開く|チャットを閉じる|メッセージを閉じる',
  zh: '打开聊天|关闭聊天|忽略消息',
}

export type Words = { open: string; close: string; dismiss: string }

export function wordsFor(language: string): Words {
  const line = words[language.slice(0, 2).toLowerCase()] ?? words.en ?? ''
  const [open = '', close = '', dismiss = ''] = line.split('|')
  return { open, close, dismiss }
}

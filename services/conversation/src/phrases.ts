/** Sentences that an agent says without a model, by language: small talk, missing knowledge, notices, retries. */
import type { captureTypes } from '@parley/contracts/agent/nodes.ts'
import type { ReplyFailure } from '@parley/contracts/conversation/reply-failures.ts'
import type { Language } from '@parley/contracts/languages.ts'
import { furtherPhrases } from './phrases.pl-tr-ar-hi-ja-zh.ts'

export type Capture = (typeof captureTypes)[number]
export type { Language }

export type Phrases = {
  greeting: string
  thanks: string
  goodbye: string
  /** What the agent is and can do. */
  about: string
  /** Precedes an answer from the knowledge; `{source}` is the source's name. */
  found: string
  unknown: string
  /** Precedes a list of topics that the agent knows about. */
  topics: string
  handoff: string
  /** Ends a reply that a model began and did not end. */
  brokenOff: string
  notice: Record<ReplyFailure | 'unavailable', string>
  /** `code`: of a text that is a number or a code, such as that of an order. */
  retry: Record<Capture | 'code', string>
}

/** Returns the agent's language. `automatic` means the visitor's; English is the fallback for languages not listed. */
export function languageOf(agentLang: string | undefined, visitorLang: string | undefined): Language {
  const wanted = agentLang === undefined || agentLang === 'automatic' ? visitorLang : agentLang
  const code = (wanted ?? 'en').slice(0, 2).toLowerCase()
  return languages.find((language) => language === code) ?? 'en'
}

/** In the order in which the words of each are tried. */
export const languages: readonly Language[] = [
  'en',
  'es',
  'fr',
  'de',
  'pt',
  'it',
  'nl',
  'pl',
  'tr',
  'ar',
  'hi',
  'ja',
  'zh',
]

export const phrases: Record<Language, Phrases> = {
  en: {
    greeting: 'Hello! How can I help you?',
    thanks: 'You are welcome! Is there anything else you would like to know?',
    goodbye: 'Goodbye! You can come back to this chat at any time.',
    about:
      'I am an automated assistant. I answer from the information I have been given, so ask me about it.',
    found: 'Here is what I found in “{source}”:',
    unknown:
      "I don't know that: it is not in the information I have been given. You could ask in other words.",
    topics: 'I can look things up in:',
    handoff:
      'I have noted that you would like to talk to a person. Your messages are kept, so the team can read them here.',
    brokenOff: '(My answer broke off here, so it is not complete. Please ask again for the rest.)',
    notice: {
      'time-out': 'The answer is taking too long. Your message is kept: please try again in a moment.',
      'provider-error': 'I could not answer just now. Your message is kept: please try again in a moment.',
      'rate-limited':
        'Many people are asking at the moment. Your message is kept: please try again in a minute.',
      'no-credits':
        'This assistant is out of service at the moment. Your message is kept: please try again later or contact the team directly.',
      'usage-limit':
        'This assistant has reached its limit for now. Your message is kept: please try again later or contact the team directly.',
      'messages-limit':
        'You have reached the number of messages that this chat allows. Your message is kept: please contact the team directly.',
      refused: 'I can’t answer that. Please try asking in other words.',
      unavailable: 'This assistant is no longer available. Please contact the team directly.',
    },
    retry: {
      code: 'I could not find a number or code in that. Please write it as it stands there, such as AB-1234.',
      text: 'Please write a few words.',
      name: 'Please tell me your name.',
      email: 'That does not look like an e-mail address. Please write it like name@example.com.',
      phone:
        'That does not look like a phone number. Please write it with the country code, such as +44 20 7946 0000.',
      number: 'Please answer with a number.',
      date: 'Please write a date, such as 2026-03-31.',
      'yes-no': 'Please answer with yes or no.',
      'date-time': 'Please write a day and a time, such as 31 March at 10:00.',
      money: 'Please write an amount, such as 250.',
    },
  },
  es: {
    greeting: '¡Hola! ¿En qué puedo ayudarte?',
    thanks: '¡De nada! ¿Quieres saber algo más?',
    goodbye: '¡Hasta luego! Puedes volver a este chat cuando quieras.',
    about: 'Soy un asistente automático. Respondo con la información que me han dado: pregúntame sobre ella.',
    found: 'Esto es lo que encontré en «{source}»:',
    unknown: 'No lo sé: no está en la información que tengo. Puedes preguntarlo con otras palabras.',
    topics: 'Puedo buscar en:',
    handoff:
      'He anotado que quieres hablar con una persona. Tus mensajes quedan guardados y el equipo puede leerlos aquí.',
    brokenOff:
      '(Mi respuesta se ha cortado aquí y no está completa. Vuelve a preguntar para recibir el resto.)',
    notice: {
      'time-out': 'La respuesta tarda demasiado. Tu mensaje está guardado: inténtalo de nuevo en un momento.',
      'provider-error':
        'No he podido responder ahora. Tu mensaje está guardado: inténtalo de nuevo en un momento.',
      'rate-limited':
        'Hay muchas consultas en este momento. Tu mensaje está guardado: inténtalo de nuevo en un minuto.',
      'no-credits':
        'Este asistente no está disponible en este momento. Tu mensaje está guardado: inténtalo más tarde o contacta directamente con el equipo.',
      'usage-limit':
        'Este asistente ha alcanzado su límite por ahora. Tu mensaje está guardado: inténtalo más tarde o contacta directamente con el equipo.',
      'messages-limit':
        'Has alcanzado el número de mensajes que permite este chat. Tu mensaje está guardado: contacta directamente con el equipo.',
      refused: 'No puedo responder a eso. Prueba a preguntarlo con otras palabras.',
      unavailable: 'Este asistente ya no está disponible. Contacta directamente con el equipo.',
    },
    retry: {
      code: 'No he encontrado ningún número o código. Escríbalo tal como aparece, por ejemplo AB-1234.',
      text: 'Escribe unas palabras, por favor.',
      name: 'Dime tu nombre, por favor.',
      email: 'No parece una dirección de correo. Escríbela así: nombre@ejemplo.com.',
      phone:
        'No parece un número de teléfono. Escríbelo con el prefijo del país, por ejemplo +34 910 000 000.',
      number: 'Responde con un número, por favor.',
      date: 'Escribe una fecha, por ejemplo 2026-03-31.',
      'yes-no': 'Responde sí o no, por favor.',
      'date-time': 'Escribe el día y la hora, por ejemplo 31 de marzo a las 10:00.',
      money: 'Escribe un importe, por ejemplo 250 €.',
    },
  },
  fr: {
    greeting: 'Bonjour ! Comment puis-je vous aider ?',
    thanks: 'Avec plaisir ! Souhaitez-vous savoir autre chose ?',
    goodbye: 'Au revoir ! Vous pouvez revenir à cette conversation à tout moment.',
    about:
      'Je suis un assistant automatique. Je réponds à partir des informations qu’on m’a données : interrogez-moi à leur sujet.',
    found: 'Voici ce que j’ai trouvé dans « {source} » :',
    unknown:
      'Je ne le sais pas : ce n’est pas dans les informations dont je dispose. Essayez de poser la question autrement.',
    topics: 'Je peux chercher dans :',
    handoff:
      'J’ai noté que vous souhaitez parler à une personne. Vos messages sont conservés et l’équipe peut les lire ici.',
    brokenOff:
      '(Ma réponse s’est interrompue ici et n’est pas complète. Reposez la question pour avoir la suite.)',
    notice: {
      'time-out': 'La réponse prend trop de temps. Votre message est conservé : réessayez dans un instant.',
      'provider-error': 'Je n’ai pas pu répondre. Votre message est conservé : réessayez dans un instant.',
      'rate-limited':
        'Il y a beaucoup de demandes en ce moment. Votre message est conservé : réessayez dans une minute.',
      'no-credits':
        'Cet assistant est indisponible pour le moment. Votre message est conservé : réessayez plus tard ou contactez directement l’équipe.',
      'usage-limit':
        'Cet assistant a atteint sa limite pour le moment. Votre message est conservé : réessayez plus tard ou contactez directement l’équipe.',
      'messages-limit':
        'Vous avez atteint le nombre de messages que permet cette discussion. Votre message est conservé : contactez directement l’équipe.',
      refused: 'Je ne peux pas répondre à cela. Essayez de poser la question autrement.',
      unavailable: 'Cet assistant n’est plus disponible. Contactez directement l’équipe.',
    },
    retry: {
      code: 'Je n’y ai trouvé ni numéro ni code. Écrivez-le tel qu’il est indiqué, par exemple AB-1234.',
      text: 'Écrivez quelques mots, s’il vous plaît.',
      name: 'Dites-moi votre nom, s’il vous plaît.',
      email: 'Cela ne ressemble pas à une adresse e-mail. Écrivez-la comme nom@exemple.com.',
      phone:
        'Cela ne ressemble pas à un numéro de téléphone. Écrivez-le avec l’indicatif du pays, par exemple +33 1 99 00 00 00.',
      number: 'Répondez par un nombre, s’il vous plaît.',
      date: 'Écrivez une date, par exemple 2026-03-31.',
      'yes-no': 'Répondez par oui ou par non, s’il vous plaît.',
      'date-time': 'Écrivez le jour et l’heure, par exemple 31 mars à 10 h.',
      money: 'Écrivez un montant, par exemple 250 €.',
    },
  },
  de: {
    greeting: 'Hallo! Wie kann ich Ihnen helfen?',
    thanks: 'Gern geschehen! Möchten Sie noch etwas wissen?',
    goodbye: 'Auf Wiedersehen! Sie können jederzeit in diesen Chat zurückkehren.',
    about:
      'Ich bin ein automatischer Assistent. Ich antworte aus den Informationen, die mir gegeben wurden: Fragen Sie mich danach.',
    found: 'Das habe ich in „{source}“ gefunden:',
    unknown:
      'Das weiß ich nicht: Es steht nicht in den Informationen, die ich habe. Sie können es mit anderen Worten versuchen.',
    topics: 'Nachsehen kann ich in:',
    handoff:
      'Ich habe vermerkt, dass Sie mit einem Menschen sprechen möchten. Ihre Nachrichten bleiben erhalten und das Team kann sie hier lesen.',
    brokenOff:
      '(Meine Antwort ist hier abgebrochen und nicht vollständig. Bitte fragen Sie noch einmal nach dem Rest.)',
    notice: {
      'time-out':
        'Die Antwort dauert zu lange. Ihre Nachricht ist gespeichert: Bitte versuchen Sie es gleich noch einmal.',
      'provider-error':
        'Ich konnte gerade nicht antworten. Ihre Nachricht ist gespeichert: Bitte versuchen Sie es gleich noch einmal.',
      'rate-limited':
        'Im Moment fragen sehr viele. Ihre Nachricht ist gespeichert: Bitte versuchen Sie es in einer Minute noch einmal.',
      'no-credits':
        'Dieser Assistent ist zurzeit nicht in Betrieb. Ihre Nachricht ist gespeichert: Bitte versuchen Sie es später oder wenden Sie sich direkt an das Team.',
      'usage-limit':
        'Dieser Assistent hat seine Grenze vorerst erreicht. Ihre Nachricht ist gespeichert: Bitte versuchen Sie es später oder wenden Sie sich direkt an das Team.',
      'messages-limit':
        'Sie haben die Zahl der Nachrichten erreicht, die dieser Chat erlaubt. Ihre Nachricht bleibt erhalten: Bitte wenden Sie sich direkt an das Team.',
      refused: 'Darauf kann ich nicht antworten. Bitte fragen Sie mit anderen Worten.',
      unavailable: 'Diesen Assistenten gibt es nicht mehr. Bitte wenden Sie sich direkt an das Team.',
    },
    retry: {
      code: 'Darin habe ich keine Nummer gefunden. Schreiben Sie sie bitte so, wie sie dort steht, zum Beispiel AB-1234.',
      text: 'Bitte schreiben Sie ein paar Worte.',
      name: 'Bitte nennen Sie mir Ihren Namen.',
      email: 'Das sieht nicht wie eine E-Mail-Adresse aus. Bitte schreiben Sie sie wie name@beispiel.de.',
      phone:
        'Das sieht nicht wie eine Telefonnummer aus. Bitte schreiben Sie sie mit Ländervorwahl, etwa +49 30 23125 000.',
      number: 'Bitte antworten Sie mit einer Zahl.',
      date: 'Bitte schreiben Sie ein Datum, etwa 31.03.2026.',
      'yes-no': 'Bitte antworten Sie mit Ja oder Nein.',
      'date-time': 'Bitte schreiben Sie Tag und Uhrzeit, zum Beispiel 31. März um 10 Uhr.',
      money: 'Bitte schreiben Sie einen Betrag, zum Beispiel 250 €.',
    },
  },
  pt: {
    greeting: 'Olá! Como posso ajudar?',
    thanks: 'De nada! Gostaria de saber mais alguma coisa?',
    goodbye: 'Até logo! Você pode voltar a esta conversa quando quiser.',
    about: 'Sou um assistente automático. Respondo com as informações que me deram: pergunte-me sobre elas.',
    found: 'Foi isto que encontrei em “{source}”:',
    unknown: 'Não sei: isso não está nas informações que tenho. Pode perguntar com outras palavras.',
    topics: 'Posso procurar em:',
    handoff:
      'Anotei que deseja falar com uma pessoa. As suas mensagens ficam guardadas e a equipe pode lê-las aqui.',
    brokenOff:
      '(A minha resposta foi interrompida aqui e não está completa. Pergunte de novo para receber o resto.)',
    notice: {
      'time-out':
        'A resposta está demorando demais. A sua mensagem está guardada: tente novamente daqui a pouco.',
      'provider-error':
        'Não consegui responder agora. A sua mensagem está guardada: tente novamente daqui a pouco.',
      'rate-limited':
        'Há muitas perguntas neste momento. A sua mensagem está guardada: tente novamente em um minuto.',
      'no-credits':
        'Este assistente está fora de serviço no momento. A sua mensagem está guardada: tente mais tarde ou fale diretamente com a equipe.',
      'usage-limit':
        'Este assistente atingiu o seu limite por agora. A sua mensagem está guardada: tente mais tarde ou fale diretamente com a equipe.',
      'messages-limit':
        'Atingiu o número de mensagens que este chat permite. A sua mensagem fica guardada: contacte diretamente a equipa.',
      refused: 'Não posso responder a isso. Tente perguntar com outras palavras.',
      unavailable: 'Este assistente já não está disponível. Fale diretamente com a equipe.',
    },
    retry: {
      code: 'Não encontrei um número ou código. Escreva-o como está indicado, por exemplo AB-1234.',
      text: 'Escreva algumas palavras, por favor.',
      name: 'Diga-me o seu nome, por favor.',
      email: 'Isso não parece um endereço de e-mail. Escreva-o como nome@exemplo.com.',
      phone:
        'Isso não parece um número de telefone. Escreva-o com o código do país, por exemplo +351 210 000 000.',
      number: 'Responda com um número, por favor.',
      date: 'Escreva uma data, por exemplo 2026-03-31.',
      'yes-no': 'Responda sim ou não, por favor.',
      'date-time': 'Escreva o dia e a hora, por exemplo 31 de março às 10:00.',
      money: 'Escreva um valor, por exemplo 250.',
    },
  },
  it: {
    greeting: 'Ciao! Come posso aiutarti?',
    thanks: 'Prego! Vuoi sapere altro?',
    goodbye: 'Arrivederci! Puoi tornare in questa chat quando vuoi.',
    about:
      'Sono un assistente automatico. Rispondo con le informazioni che mi sono state date: chiedimi di quelle.',
    found: 'Ecco cosa ho trovato in «{source}»:',
    unknown: 'Non lo so: non è tra le informazioni che ho. Puoi provare a chiederlo con altre parole.',
    topics: 'Posso cercare in:',
    handoff:
      'Ho annotato che desideri parlare con una persona. I tuoi messaggi restano salvati e il team può leggerli qui.',
    brokenOff: '(La mia risposta si è interrotta qui e non è completa. Chiedi di nuovo per avere il resto.)',
    notice: {
      'time-out': 'La risposta sta impiegando troppo. Il tuo messaggio è salvato: riprova tra un momento.',
      'provider-error': 'Non sono riuscito a rispondere. Il tuo messaggio è salvato: riprova tra un momento.',
      'rate-limited':
        'Ci sono molte richieste in questo momento. Il tuo messaggio è salvato: riprova tra un minuto.',
      'no-credits':
        'Questo assistente al momento non è in servizio. Il tuo messaggio è salvato: riprova più tardi o contatta direttamente il team.',
      'usage-limit':
        'Questo assistente ha raggiunto il suo limite per ora. Il tuo messaggio è salvato: riprova più tardi o contatta direttamente il team.',
      'messages-limit':
        'Hai raggiunto il numero di messaggi che questa chat consente. Il tuo messaggio è conservato: contatta direttamente il team.',
      refused: 'Non posso rispondere a questo. Prova a chiederlo con altre parole.',
      unavailable: 'Questo assistente non è più disponibile. Contatta direttamente il team.',
    },
    retry: {
      code: 'Non ho trovato un numero o un codice. Scriva come è indicato, ad esempio AB-1234.',
      text: 'Scrivi qualche parola, per favore.',
      name: 'Dimmi il tuo nome, per favore.',
      email: 'Non sembra un indirizzo e-mail. Scrivilo come nome@esempio.it.',
      phone:
        'Non sembra un numero di telefono. Scrivilo con il prefisso del paese, per esempio +39 06 0000 0000.',
      number: 'Rispondi con un numero, per favore.',
      date: 'Scrivi una data, per esempio 31/03/2026.',
      'yes-no': 'Rispondi sì o no, per favore.',
      'date-time': 'Scriva il giorno e l’ora, per esempio 31 marzo alle 10.',
      money: 'Scriva un importo, per esempio 250 €.',
    },
  },
  nl: {
    greeting: 'Hallo! Waarmee kan ik je helpen?',
    thanks: 'Graag gedaan! Wil je nog iets weten?',
    goodbye: 'Tot ziens! Je kunt altijd in deze chat terugkomen.',
    about:
      'Ik ben een automatische assistent. Ik antwoord met de informatie die ik heb gekregen: vraag me daarnaar.',
    found: 'Dit vond ik in “{source}”:',
    unknown:
      'Dat weet ik niet: het staat niet in de informatie die ik heb. Je kunt het met andere woorden vragen.',
    topics: 'Ik kan iets opzoeken in:',
    handoff:
      'Ik heb genoteerd dat je een mens wilt spreken. Je berichten blijven bewaard en het team kan ze hier lezen.',
    brokenOff: '(Mijn antwoord is hier afgebroken en niet volledig. Stel de vraag opnieuw voor de rest.)',
    notice: {
      'time-out': 'Het antwoord duurt te lang. Je bericht is bewaard: probeer het zo meteen opnieuw.',
      'provider-error': 'Ik kon nu niet antwoorden. Je bericht is bewaard: probeer het zo meteen opnieuw.',
      'rate-limited':
        'Er zijn op dit moment veel vragen. Je bericht is bewaard: probeer het over een minuut opnieuw.',
      'no-credits':
        'Deze assistent is op dit moment buiten dienst. Je bericht is bewaard: probeer het later of neem rechtstreeks contact op met het team.',
      'usage-limit':
        'Deze assistent heeft zijn grens voorlopig bereikt. Je bericht is bewaard: probeer het later of neem rechtstreeks contact op met het team.',
      'messages-limit':
        'Je hebt het aantal berichten bereikt dat deze chat toestaat. Je bericht blijft bewaard: neem rechtstreeks contact op met het team.',
      refused: 'Daar kan ik niet op antwoorden. Probeer het met andere woorden te vragen.',
      unavailable: 'Deze assistent is niet meer beschikbaar. Neem rechtstreeks contact op met het team.',
    },
    retry: {
      code: 'Daarin vond ik geen nummer of code. Schrijf het zoals het er staat, bijvoorbeeld AB-1234.',
      text: 'Schrijf een paar woorden, alsjeblieft.',
      name: 'Vertel me je naam, alsjeblieft.',
      email: 'Dat lijkt geen e-mailadres. Schrijf het als naam@voorbeeld.nl.',
      phone: 'Dat lijkt geen telefoonnummer. Schrijf het met de landcode, zoals +31 20 000 0000.',
      number: 'Antwoord met een getal, alsjeblieft.',
      date: 'Schrijf een datum, zoals 31-03-2026.',
      'yes-no': 'Antwoord met ja of nee, alsjeblieft.',
      'date-time': 'Schrijf de dag en de tijd, zoals 31 maart om 10:00.',
      money: 'Schrijf een bedrag, zoals € 250.',
    },
  },
  ...furtherPhrases,
}

const ASCII = /^[\0-\x7f]*$/

/** Returns the text in lower case, without accents, apostrophes and punctuation. */
export function plain(text: string): string {
  // A quarter of the time of what follows, with the same result: a turn does this for many texts.
  if (ASCII.test(text))
    return text
      .toLowerCase()
      .replaceAll("'", '')
      .replace(/[^a-z\d]+/g, ' ')
      .trim()
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .toLowerCase()
    .replace(/ł/g, 'l')
    .replace(/ı/g, 'i')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** What a new agent says and is asked, in the languages in which we can say it well. `{name}` is the company's. */

export type Words = {
  greeting: string
  proactive: string
  /** Asked of every company; its description answers. */
  offers: { question: string; fact: string }
  phone: { question: string; fact: string }
  email: { question: string; fact: string }
  address: { question: string; fact: string }
  hours: { question: string; fact: string }
  languageName: string
}

export const wordsOf = (language: string | undefined): Words =>
  (language !== undefined && Object.hasOwn(words, language) ? words[language] : undefined) ?? english

const english: Words = {
  greeting: 'Hi! 👋 I’m the assistant of {name}. What would you like to know?',
  proactive: '👋 Questions about {name}? I’m here to help.',
  offers: { question: 'What does {name} offer?', fact: '{name} offers: {value}' },
  phone: {
    question: 'What is the phone number of {name}?',
    fact: 'The phone number of {name} is {value}.',
  },
  email: {
    question: 'What is the e-mail address of {name}?',
    fact: 'The e-mail address of {name} is {value}.',
  },
  address: {
    question: 'What is the address of {name}?',
    fact: 'The address of {name} is {value}.',
  },
  hours: {
    question: 'What are the opening hours of {name}?',
    fact: 'The opening hours of {name} are {value}.',
  },
  languageName: 'English',
}

const words: Record<string, Words> = {
  en: english,
  de: {
    greeting: 'Hallo! 👋 Ich bin der Assistent von {name}. Was möchten Sie wissen?',
    proactive: '👋 Fragen zu {name}? Ich helfe gern.',
    offers: { question: 'Was bietet {name} an?', fact: '{name} bietet an: {value}' },
    phone: {
      question: 'Wie lautet die Telefonnummer von {name}?',
      fact: 'Die Telefonnummer von {name} lautet {value}.',
    },
    email: {
      question: 'Wie lautet die E-Mail-Adresse von {name}?',
      fact: 'Die E-Mail-Adresse von {name} lautet {value}.',
    },
    address: {
      question: 'Wie lautet die Adresse von {name}?',
      fact: 'Die Adresse von {name} lautet {value}.',
    },
    hours: {
      question: 'Wie sind die Öffnungszeiten von {name}?',
      fact: 'Die Öffnungszeiten von {name} sind {value}.',
    },
    languageName: 'German',
  },
  fr: {
    greeting: 'Bonjour ! 👋 Je suis l’assistant de {name}. Que souhaitez-vous savoir ?',
    proactive: '👋 Une question sur {name} ? Je suis là pour vous aider.',
    offers: { question: 'Que propose {name} ?', fact: '{name} propose : {value}' },
    phone: {
      question: 'Quel est le numéro de téléphone de {name} ?',
      fact: 'Le numéro de téléphone de {name} est le {value}.',
    },
    email: {
      question: 'Quelle est l’adresse e-mail de {name} ?',
      fact: 'L’adresse e-mail de {name} est {value}.',
    },
    address: {
      question: 'Quelle est l’adresse de {name} ?',
      fact: 'L’adresse de {name} est {value}.',
    },
    hours: {
      question: 'Quels sont les horaires d’ouverture de {name} ?',
      fact: 'Les horaires d’ouverture de {name} sont {value}.',
    },
    languageName: 'French',
  },
  es: {
    greeting: '¡Hola! 👋 Soy el asistente de {name}. ¿Qué le gustaría saber?',
    proactive: '👋 ¿Preguntas sobre {name}? Estoy aquí para ayudar.',
    offers: { question: '¿Qué ofrece {name}?', fact: '{name} ofrece: {value}' },
    phone: {
      question: '¿Cuál es el teléfono de {name}?',
      fact: 'El teléfono de {name} es {value}.',
    },
    email: {
      question: '¿Cuál es el correo electrónico de {name}?',
      fact: 'El correo electrónico de {name} es {value}.',
    },
    address: { question: '¿Cuál es la dirección de {name}?', fact: 'La dirección de {name} es {value}.' },
    hours: { question: '¿Cuál es el horario de {name}?', fact: 'El horario de {name} es {value}.' },
    languageName: 'Spanish',
  },
  it: {
    greeting: 'Ciao! 👋 Sono l’assistente di {name}. Che cosa vorrebbe sapere?',
    proactive: '👋 Domande su {name}? Sono qui per aiutare.',
    offers: { question: 'Che cosa offre {name}?', fact: '{name} offre: {value}' },
    phone: {
      question: 'Qual è il numero di telefono di {name}?',
      fact: 'Il numero di telefono di {name} è {value}.',
    },
    email: {
      question: 'Qual è l’indirizzo e-mail di {name}?',
      fact: 'L’indirizzo e-mail di {name} è {value}.',
    },
    address: { question: 'Qual è l’indirizzo di {name}?', fact: 'L’indirizzo di {name} è {value}.' },
    hours: {
      question: 'Quali sono gli orari di apertura di {name}?',
      fact: 'Gli orari di apertura di {name} sono {value}.',
    },
    languageName: 'Italian',
  },
  pt: {
    greeting: 'Olá! 👋 Sou o assistente de {name}. O que gostaria de saber?',
    proactive: '👋 Dúvidas sobre {name}? Estou aqui para ajudar.',
    offers: { question: 'O que {name} oferece?', fact: '{name} oferece: {value}' },
    phone: {
      question: 'Qual é o telefone de {name}?',
      fact: 'O telefone de {name} é {value}.',
    },
    email: { question: 'Qual é o e-mail de {name}?', fact: 'O e-mail de {name} é {value}.' },
    address: { question: 'Qual é o endereço de {name}?', fact: 'O endereço de {name} é {value}.' },
    hours: {
      question: 'Qual é o horário de funcionamento de {name}?',
      fact: 'O horário de funcionamento de {name} é {value}.',
    },
    languageName: 'Portuguese',
  },
}

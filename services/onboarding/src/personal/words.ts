/** What a new agent says and is asked, in the languages in which we can say it well. `{name}` is the company's. */

export type Words = {
  greeting: string
  proactive: string
  /** Asked of every company; its description answers. */
  offers: string
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
  offers: 'What does {name} offer?',
  phone: {
    question: 'What is your phone number?',
    fact: 'Our phone number is {value}.',
  },
  email: {
    question: 'What is your e-mail address?',
    fact: 'Our e-mail address is {value}.',
  },
  address: {
    question: 'What is your address?',
    fact: 'Our address is {value}.',
  },
  hours: {
    question: 'What are your opening hours?',
    fact: 'Our opening hours are {value}.',
  },
  languageName: 'English',
}

const words: Record<string, Words> = {
  en: english,
  de: {
    greeting: 'Hallo! 👋 Ich bin der Assistent von {name}. Was möchten Sie wissen?',
    proactive: '👋 Fragen zu {name}? Ich helfe gern.',
    offers: 'Was bietet {name} an?',
    phone: {
      question: 'Wie lautet Ihre Telefonnummer?',
      fact: 'Unsere Telefonnummer lautet {value}.',
    },
    email: {
      question: 'Wie lautet Ihre E-Mail-Adresse?',
      fact: 'Unsere E-Mail-Adresse lautet {value}.',
    },
    address: {
      question: 'Wie lautet Ihre Adresse?',
      fact: 'Unsere Adresse lautet {value}.',
    },
    hours: {
      question: 'Wie sind Ihre Öffnungszeiten?',
      fact: 'Unsere Öffnungszeiten sind {value}.',
    },
    languageName: 'German',
  },
  fr: {
    greeting: 'Bonjour ! 👋 Je suis l’assistant de {name}. Que souhaitez-vous savoir ?',
    proactive: '👋 Une question sur {name} ? Je suis là pour vous aider.',
    offers: 'Que propose {name} ?',
    phone: {
      question: 'Quel est votre numéro de téléphone ?',
      fact: 'Notre numéro de téléphone est le {value}.',
    },
    email: {
      question: 'Quelle est votre adresse e-mail ?',
      fact: 'Notre adresse e-mail est {value}.',
    },
    address: {
      question: 'Quelle est votre adresse ?',
      fact: 'Notre adresse est {value}.',
    },
    hours: {
      question: 'Quels sont vos horaires d’ouverture ?',
      fact: 'Nos horaires d’ouverture sont {value}.',
    },
    languageName: 'French',
  },
  es: {
    greeting: '¡Hola! 👋 Soy el asistente de {name}. ¿Qué le gustaría saber?',
    proactive: '👋 ¿Preguntas sobre {name}? Estoy aquí para ayudar.',
    offers: '¿Qué ofrece {name}?',
    phone: {
      question: '¿Cuál es su teléfono?',
      fact: 'Nuestro teléfono es {value}.',
    },
    email: {
      question: '¿Cuál es su correo electrónico?',
      fact: 'Nuestro correo electrónico es {value}.',
    },
    address: { question: '¿Cuál es su dirección?', fact: 'Nuestra dirección es {value}.' },
    hours: { question: '¿Cuál es su horario?', fact: 'Nuestro horario es {value}.' },
    languageName: 'Spanish',
  },
  it: {
    greeting: 'Ciao! 👋 Sono l’assistente di {name}. Che cosa vorrebbe sapere?',
    proactive: '👋 Domande su {name}? Sono qui per aiutare.',
    offers: 'Che cosa offre {name}?',
    phone: {
      question: 'Qual è il vostro numero di telefono?',
      fact: 'Il nostro numero di telefono è {value}.',
    },
    email: {
      question: 'Qual è il vostro indirizzo e-mail?',
      fact: 'Il nostro indirizzo e-mail è {value}.',
    },
    address: { question: 'Qual è il vostro indirizzo?', fact: 'Il nostro indirizzo è {value}.' },
    hours: {
      question: 'Quali sono i vostri orari di apertura?',
      fact: 'I nostri orari di apertura sono {value}.',
    },
    languageName: 'Italian',
  },
  pt: {
    greeting: 'Olá! 👋 Sou o assistente de {name}. O que gostaria de saber?',
    proactive: '👋 Dúvidas sobre {name}? Estou aqui para ajudar.',
    offers: 'O que {name} oferece?',
    phone: {
      question: 'Qual é o seu telefone?',
      fact: 'O nosso telefone é {value}.',
    },
    email: { question: 'Qual é o seu e-mail?', fact: 'O nosso e-mail é {value}.' },
    address: { question: 'Qual é o seu endereço?', fact: 'O nosso endereço é {value}.' },
    hours: {
      question: 'Qual é o seu horário de funcionamento?',
      fact: 'O nosso horário de funcionamento é {value}.',
    },
    languageName: 'Portuguese',
  },
}

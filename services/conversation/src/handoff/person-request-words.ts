/**
 * The words in which visitors ask for a person, by language. Each text is a list with `|` between its entries. Entries
 * are compared without accents, case and punctuation, so that they may be written as people write them.
 */
import type { Language } from '../phrases.ts'
export type PersonRequestWords = {
  /** People that a visitor asks for by this word alone: "agent please". */
  person: string
  /** People that are asked for only together with a verb: "talk to someone". */
  somebody: string
  /** What precedes the person: "talk to". */
  before: string
  /** What stands around the person, if the verb follows: "mit einem Menschen sprechen". */
  around?: { before: string; after: string }
  /** What may stand between the verb and the person: "a real". */
  between: string
  /** Words that say that something is wanted: "please", "I want". A sentence of these and a person is a request. */
  wish: string
  /** Whole requests that do not follow from the above. */
  phrases?: string
  /** Said at most two words before the verb, these turn a request into something else: "I don't want to talk to a human". */
  not: string
  /** Said anywhere before it, these make it a question about others: "can customers talk to a human?" */
  others: string
  /** Following the person, these change the meaning: "human resources". */
  compound: string
  /** Set if words are not separated by spaces. */
  unspaced?: true
}

export const personRequestWords: Record<Language, PersonRequestWords> = {
  en: {
    person:
      'human|human being|agent|representative|rep|operator|person|live chat|live support|customer service|customer support|customer care|support agent|service agent|support person',
    somebody:
      'someone|some one|somebody|anyone|anybody|people|staff|team|team member|employee|colleague|manager|supervisor|support|sales|advisor|adviser|specialist|expert|consultant|assistant manager|receptionist|guy|owner',
    before:
      'talk to|talk with|talk|speak to|speak with|speak|chat to|chat with|prefer talking to|prefer talking with|prefer speaking to|prefer speaking with|like talking to|about talking to|connect me to|connect me with|connect me|connect to|connect with|connect us to|transfer me to|transfer me|transfer to|transfer us to|put me through to|put me through|put me in touch with|get in touch with|be in touch with|get me|get hold of|get through to|give me|reach|contact|hand me over to|hand over to|hand me to|pass me to|pass me on to|pass me over to|switch me to|switch to|forward me to|refer me to|redirect me to|escalate to|escalate this to|escalate me to|bring in|call in|call|send me to|take me to|meet with|message|write to|discuss this with|discuss it with|help from|assistance from|hear from|call from|callback from|call back from|answer from|reply from',
    between:
      'to|with|a|an|the|your|our|my|real|really|live|actual|actually|human|another|some|any|other|proper|genuine|one|of|from|on|at|in|support|team|customer|service|sales|directly|now|please|pls|local|living|breathing|flesh|and|blood|physical|qualified|kind|sort|different|else',
    wish: 'please|pls|plz|i|id|ill|we|want|wanna|need|require|would|like|prefer|get|give|me|us|a|an|the|to|with|for|real|live|actual|human|now|right|just|can|could|have|may|let|lemme|is|there|available|only|not|no|bot|robot|machine|ai|thanks|thank|you|immediately|asap|help|from|your|some|kind|connect|transfer|switch|talk|speak|chat|contact|call|ask|asking',
    phrases:
      'someone i can talk to|someone i can speak to|someone i can speak with|someone i can talk with|somebody i can talk to|somebody i can speak to|anyone i can talk to|anyone i can speak to|anybody i can talk to|person i can talk to|person i can speak to|human i can talk to|human i can speak to|agent i can talk to|someone to talk to|someone to speak to|somebody to talk to|somebody to speak to|anyone to talk to|human to talk to|person to talk to|person to speak to|someone call me|somebody call me|anyone call me|someone contact me|somebody contact me|someone get back to me|someone get in touch with me|someone phone me|someone ring me|someone from your team|someone from the team|somebody from your team|person from your team|human help|human assistance|human support',
    not: 'dont|do not|not want|not want to|not need|not need to|not have to|no need|no need to|never|without|instead of|rather than|avoid|hate|didnt|did not|doesnt|does not|wouldnt|would not|not going to',
    others:
      'customers|users|visitors|clients|patients|guests|students|tenants|they|he|she|employees|how much|how many|how often|cost|costs|what happens|can the bot|can your bot|does the bot|does your bot|will the bot|can the assistant|can the agent|does the agent|can it|does it|will it',
    compound:
      'resources|rights|error|errors|body|anatomy|psychology|history|biology|trafficking|centered|like|id|ids|name|names|about the|platform|builder|api|software|readable',
  },
  es: {
    person:
      'humano|humana|persona|persona real|persona humana|ser humano|agente|operador|operadora|representante|asesor|asesora|atencion al cliente|servicio al cliente|atencion humana',
    somebody:
      'alguien|gente|empleado|empleada|encargado|encargada|responsable|gerente|supervisor|supervisora|equipo|personal|soporte|ventas|comercial|dependiente|tecnico|recepcionista|compañero|especialista|jefe|dueño|ejecutivo|ejecutiva',
    before:
      'hablar con|ablar con|hablr con|hablo con|hablar|habla con|platicar con|charlar con|chatear con|conversar con|comunicarme con|comunicar con|comunicarme a|contactar con|contactar a|contactar|contactarme con|contacto con|conectame con|conecteme con|conectarme con|conectar con|pasame con|paseme con|pasarme con|pasame a|paseme a|pasame|paseme|ponme con|pongame con|ponerme con|transfiereme a|transfierame a|transfierame con|transferirme a|transferir a|transfiereme con|derivame a|deriveme a|comunicame con|comuniqueme con|que me atienda|me atienda|que me llame|atendido por|quiero con|ayuda de|escribir a',
    between:
      'a|con|un|una|el|la|los|las|de|del|tu|su|vuestro|vuestra|verdadero|verdadera|real|humano|humana|otro|otra|algun|alguna|directamente|por|favor|ser|carne|hueso|y|equipo|soporte|ventas|atencion|cliente|al|verdad|en|vivo|ya|persona',
    wish: 'por|favor|porfa|porfavor|quiero|quisiera|querria|queria|necesito|me|gustaria|prefiero|deme|dame|pido|solicito|exijo|yo|un|una|el|la|con|a|real|ya|ahora|puedo|podria|hablar|de|verdad|no|robot|bot|maquina|gracias|solo|que|hay|humano|humana|en|vivo|algun|alguna|urgente|mismo',
    phrases:
      'que me llame alguien|alguien me puede llamar|alguien puede llamarme|que alguien me llame|que alguien me contacte|hay alguien con quien hablar|alguien con quien pueda hablar|alguien con quien hablar',
    not: 'no quiero|no necesito|no hace falta|no deseo|sin|nunca|en vez de|en lugar de|estoy|estas|eres|evitar|odio|no me gusta',
    others:
      'clientes|usuarios|visitantes|pacientes|ellos|ellas|cuanto cuesta|cuanto|cuantos|cuantas|que pasa|puede el bot|puede el asistente|los bots',
    compound: 'inmobiliario|inmobiliaria|secreto|de viajes|de seguros|juridica|fisica',
  },
  fr: {
    person:
      'humain|humaine|etre humain|personne reelle|vraie personne|agent|conseiller|conseillere|operateur|operatrice|representant|representante|service client|service clientele|teleconseiller|interlocuteur',
    somebody:
      'quelqu’un|quelquun|quelqun|qqun|personne|gens|employe|employee|responsable|collegue|collaborateur|manager|superviseur|equipe|support|commercial|technicien|assistance|vendeur|vendeuse|specialiste|directeur|gerant|patron',
    before:
      'parler a|parler avec|parler|parle a|parle avec|discuter avec|discuter|echanger avec|dialoguer avec|communiquer avec|chatter avec|tchatter avec|contacter|joindre|entrer en contact avec|mettre en relation avec|mettez moi en relation avec|mets moi en relation avec|mettez moi en contact avec|mettre en contact avec|mis en relation avec|mise en relation avec|passez moi|passe moi|me passer|transferez moi a|transferez moi vers|transfere moi a|transferer a|me transferer a|m’adresser a|connectez moi a|connectez moi avec|adresser a|avoir affaire a|avoir|etre rappele par|rappele par|aide de|ecrire a',
    between:
      'a|au|aux|avec|un|une|des|du|de|la|le|les|l|votre|vos|ton|notre|vrai|vraie|veritable|reel|reelle|autre|humain|humaine|s il vous plait|sil|vous|plait|svp|stp|directement|equipe|service|support|client|vers|en|chair|et|os|physique',
    wish: 's|il|vous|te|plait|sil|svp|stp|je|j|jai|veux|voudrais|veut|aimerais|souhaite|souhaiterais|besoin|d|de|dun|dune|un|une|le|la|vrai|vraie|reel|reelle|donnez|moi|prefere|puis|peux|pouvez|parler|a|avec|maintenant|humain|humaine|pas|robot|bot|machine|merci|seulement|tout|suite|au|urgent',
    phrases:
      'qu’on me rappelle|que quelqu’un me rappelle|quelqu’un peut me rappeler|quelqu’un peut m’appeler|quelqu’un m’appelle|quelqu’un a qui parler|quelqu’un a qui je peux parler|personne a qui parler|parler en direct',
    not: 'ne veux pas|veux pas|ne souhaite pas|pas besoin de|pas besoin|sans|jamais|au lieu de|plutot que de|eviter de|suis je en train de|etes vous|es tu|je suis en train de|deteste',
    others:
      'clients|utilisateurs|visiteurs|patients|ils|elles|combien|coute|que se passe t il|le bot peut il|votre bot peut|est ce que le bot',
    compound: 'immobilier|immobiliere|immobiliers|de voyage|secret|morale|d assurance|physique ou morale',
  },
  de: {
    person:
      'mensch|menschen|person|agent|agenten|mitarbeiter|mitarbeiterin|mitarbeitern|kundenservice|kundendienst|kundenbetreuer|kundenbetreuung|kundenberater|berater|beraterin|operator|ansprechpartner|ansprechpartnerin|echter mensch|echten menschen|servicemitarbeiter',
    somebody:
      'jemand|jemandem|jemanden|wem|irgendwem|irgendjemandem|irgendjemanden|leuten|kollege|kollegen|kollegin|chef|chefin|vorgesetzten|support|vertrieb|team|personal|angestellten|sachbearbeiter|sachbearbeiterin|vertreter|service|verkäufer|fachmann|experten|techniker',
    before:
      'sprechen mit|reden mit|chatten mit|verbinden sie mich mit|verbinden sie mich bitte mit|verbinde mich mit|verbinde mich bitte mit|verbindung mit|verbindung zu|leiten sie mich an|leite mich an|weiterleiten an|weiterleitung an|kontakt zu|kontakt mit|durchstellen zu|stellen sie mich durch zu|geben sie mir|gib mir|holen sie|hol|ruf|rufen sie|wechseln zu',
    around: {
      before: 'mit|an|zu|einen|einem|von|zum|zur',
      after:
        'sprechen|spreche|reden|rede|chatten|schreiben|telefonieren|verbinden|verbunden werden|verbunden|unterhalten|weitergeleitet|weiterleiten|durchstellen|durchgestellt|kontaktieren|kontakt aufnehmen|in kontakt treten|haben|bekommen|sprechn|schreibn|erreichen|zurückgerufen werden|angerufen werden|beraten werden|quatschen',
    },
    between:
      'mit|einem|einen|einer|eine|ein|der|dem|den|die|das|ihrem|ihren|ihrer|ihr|eurem|euren|eurer|euch|ihnen|von|aus|vom|im|richtigen|richtiger|echten|echter|echte|lebenden|menschlichen|menschlicher|anderen|bitte|direkt|persönlich|gerne|gern|mal|jetzt|team|support|service|kundenservice|kundendienst|an|zu|realen|wirklichen|menschen',
    wish: 'bitte|ich|will|wil|möchte|moechte|mochte|würde|gern|gerne|brauche|brauch|benötige|hätte|kann|könnte|wir|einen|einem|eine|einer|ein|den|mit|zu|zum|an|echten|echter|echte|richtigen|richtiger|menschlichen|menschlicher|sofort|jetzt|sprechen|reden|mal|nur|kein|keinen|keinem|nicht|bot|roboter|maschine|danke|geben|sie|mir|gib|verbinden|mich|lieber|endlich|bekomme|haben',
    phrases:
      'jemanden sprechen|jemand sprechen|einen menschen sprechen|einen mitarbeiter sprechen|eine person sprechen|ist da ein mensch|jemand anrufen|jemand zurückrufen|ruft mich jemand an|ruft mich jemand zurück|mich jemand anruft|mich jemand anrufen|mich jemand zurückrufen|jemand mich anrufen|jemand mich zurückrufen|persönlicher ansprechpartner|menschliche hilfe|menschlicher support',
    not: 'nicht|kein|keinen|keinem|keiner|ohne|nie|niemals|statt|anstatt|spreche ich|rede ich|bist du|sind sie|hasse|ungern|vermeiden',
    others:
      'kunden|nutzer|besucher|patienten|gäste|er|wie viel|wieviel|wie viele|kostet|kosten|was passiert|kann der bot|kann ihr bot|leistungen',
    compound: 'rechte|rechten',
  },
  pt: {
    person:
      'humano|humana|ser humano|pessoa|pessoa real|pessoa de verdade|atendente|agente|operador|operadora|representante|assistente humano|atendimento humano|atendimento ao cliente|suporte humano|apoio ao cliente|consultor|consultora',
    somebody:
      'alguem|gente|funcionario|funcionaria|responsavel|gerente|supervisor|supervisora|equipe|equipa|suporte|vendas|vendedor|vendedora|colaborador|tecnico|comercial|especialista|colega|recepcionista|chefe|dono',
    before:
      'falar com|falar|fala com|conversar com|conversar|contactar|contatar|contacto com|contato com|entrar em contato com|entrar em contacto com|comunicar com|me conecte com|me conecta com|conectar com|conecte me com|me transfira para|me transfere para|transferir para|transfira me para|transferir|me passe para|me passa para|passar para|passe me a|ligue me a|ligue me com|me encaminhe para|encaminhar para|ser atendido por|atendido por|me chama|chama|chamar|ajuda de|escrever a',
    between:
      'a|ao|com|um|uma|o|os|as|de|do|da|seu|sua|vosso|vossa|real|verdade|verdadeiro|verdadeira|outro|outra|algum|alguma|humano|humana|diretamente|directamente|por|favor|atendimento|suporte|equipe|equipa|pessoa|ser|carne|osso|e|para',
    wish: 'por|favor|porfavor|quero|queria|gostaria|preciso|desejo|prefiro|de|um|uma|o|a|com|me|da|eu|real|verdade|agora|ja|posso|pode|falar|humano|humana|nao|robo|bot|maquina|obrigado|obrigada|so|algum|alguma|urgente|solicito|tem',
    phrases:
      'alguem me liga|alguem pode me ligar|alguem me ligue|que alguem me contacte|alguem com quem falar|alguem com quem eu possa falar|alguem que eu possa falar|atendimento humano',
    not: 'nao quero|nao preciso|nao preciso de|nao desejo|nao gosto de|sem|nunca|em vez de|ao inves de|estou|voce e|es um|evitar|odeio',
    others:
      'clientes|usuarios|utilizadores|visitantes|pacientes|eles|elas|quanto custa|quanto|quantos|quantas|o que acontece|o bot pode|o assistente pode',
    compound: 'imobiliario|imobiliaria|de viagens|de seguros|juridica|fisica|secreto',
  },
  it: {
    person:
      'umano|umana|essere umano|persona|persona reale|persona vera|operatore|operatrice|agente|rappresentante|assistenza clienti|servizio clienti|consulente|addetto|addetta',
    somebody:
      'qualcuno|qualcun|gente|dipendente|responsabile|collega|direttore|supervisore|team|staff|personale|supporto|assistenza|commerciale|tecnico|impiegato|impiegata|esperto|specialista|titolare|capo',
    before:
      'parlare con|parlare a|parlare|parlo con|chattare con|conversare con|comunicare con|contattare|contatto con|mettermi in contatto con|mettetemi in contatto con|mettimi in contatto con|entrare in contatto con|passami|passatemi|passarmi|mi passi|mi passa|collegami con|collegatemi con|collegarmi con|trasferiscimi a|trasferitemi a|trasferirmi a|mettimi in comunicazione con|essere contattato da|essere richiamato da|aiuto di|aiuto da|scrivere a|avere',
    between:
      'a|ad|al|con|un|uno|una|il|lo|la|i|gli|le|di|del|della|dello|vostro|vostra|tuo|tua|vero|vera|reale|altro|altra|umano|umana|direttamente|per|favore|servizio|assistenza|clienti|team|in|carne|ed|e|ossa|persona',
    wish: 'per|favore|perfavore|voglio|vorrei|ho|bisogno|di|desidero|preferisco|un|uno|una|il|la|con|mi|dammi|datemi|io|vero|vera|reale|adesso|ora|subito|posso|potrei|parlare|umano|umana|non|robot|bot|macchina|grazie|solo|serve|qualche|urgente|richiedo',
    phrases:
      'qualcuno mi chiami|qualcuno mi puo chiamare|qualcuno puo chiamarmi|qualcuno mi richiami|qualcuno con cui parlare|qualcuno con cui posso parlare',
    not: 'non voglio|non vorrei|non ho bisogno di|non serve|non desidero|senza|mai|invece di|piuttosto che|sto|stai|sei|evitare|odio',
    others:
      'clienti possono|utenti|visitatori|pazienti|loro|quanto costa|quanto|quanti|quante|cosa succede|il bot puo',
    compound: 'immobiliare|immobiliari|di viaggio|assicurativo|segreto|giuridica|fisica',
  },
  nl: {
    person:
      'mens|persoon|echt persoon|echt mens|medewerker|medewerkster|agent|klantenservice|klantendienst|helpdesk|operator|vertegenwoordiger|contactpersoon|adviseur|menselijke medewerker',
    somebody:
      'iemand|mensen|collega|manager|leidinggevende|team|personeel|support|verkoop|werknemer|chef|baas|specialist|deskundige|receptionist|monteur|eigenaar',
    before:
      'praten met|spreken met|spreek met|praat met|chatten met|verbind me met|verbind mij met|verbindt u mij met|verbinden met|doorverbinden met|doorverbonden met|contact met|contact opnemen met|overleggen met|zet me door naar|doorsturen naar|geef me|geef mij|hulp van|schakel door naar',
    around: {
      before: 'met|naar|een|aan|door',
      after:
        'praten|spreken|chatten|praat|spreek|bellen|overleggen|verbonden worden|doorverbonden worden|doorverbonden|verbinden|doorverbinden|contact|contact opnemen|gebeld worden|teruggebeld worden|hebben',
    },
    between:
      'met|een|de|het|uw|jullie|je|van|uit|echte|echt|levende|menselijke|menselijk|andere|ander|graag|alsjeblieft|alstublieft|aub|direct|rechtstreeks|persoonlijk|nu|team|klantenservice|in|contact|bij|eens|even|kunnen|te',
    wish: 'alsjeblieft|alstublieft|aub|graag|ik|wil|wou|zou|willen|heb|nodig|een|de|met|mag|kan|kunnen|echt|echte|levende|menselijke|nu|meteen|spreken|praten|geen|niet|robot|bot|computer|bedankt|liever|alleen|geef|mij|me|even|hebben',
    phrases:
      'iemand spreken|een mens spreken|een medewerker spreken|iemand mij bellen|iemand me bellen|iemand mij terugbellen|iemand me terugbellen|iemand die me kan bellen|iemand met wie ik kan praten|menselijke hulp',
    not: 'niet|geen|zonder|nooit|in plaats van|liever niet|spreek ik|praat ik|ben je|bent u|vermijden|haat',
    others: 'klanten|gebruikers|bezoekers|patienten|zij|hoeveel|kost|kosten|wat gebeurt er|kan de bot',
    compound: 'rechten',
  },
  pl: {
    person:
      'człowiek|człowieka|człowiekiem|człowiekowi|konsultant|konsultanta|konsultantem|konsultantka|konsultantką|agent|agenta|agentem|operator|operatora|operatorem|przedstawiciel|przedstawiciela|przedstawicielem|biuro obsługi|obsługa klienta|obsługą klienta|obsługi klienta|żywy człowiek|osoba|osobą|osoby',
    somebody:
      'kimś|kims|ktoś|kogoś|kogos|kimkolwiek|pracownik|pracownika|pracownikiem|kierownik|kierownika|kierownikiem|menedżerem|szefem|zespołem|zespołu|wsparciem|działem|handlowcem|doradca|doradcą|doradcy|specjalistą|specjalista|ludźmi|koleg|kolegą|sprzedawcą',
    before:
      'rozmawiać z|porozmawiać z|rozmowa z|rozmowy z|rozmowę z|pogadać z|gadać z|mówić z|pisać z|skontaktować się z|skontaktować z|kontakt z|kontaktu z|połączyć z|połącz mnie z|połącz z|proszę połączyć z|połączyć się z|połączyć mnie z|przełącz mnie do|przełącz do|przełączyć do|przekieruj mnie do|przekierować do|przekaż do|dodzwonić się do|wezwij|wezwać|zawołaj|poproszę|daj mi|dajcie mi|pomoc od',
    around: {
      before: 'z|ze|do',
      after: 'rozmawiać|porozmawiać|pogadać|gadać|mówić|skontaktować|połączyć|czatować|pisać',
    },
    between:
      'z|ze|do|się|mnie|żywym|żywą|żywego|prawdziwym|prawdziwą|prawdziwego|innym|inną|jakimś|jakąś|kimś|waszym|waszego|państwa|proszę|bezpośrednio|z działu|obsługi|klienta|zespołu|od|osobą|ludzkim',
    wish: 'proszę|poproszę|prosze|chcę|chce|chciałbym|chciałabym|potrzebuję|potrzebuje|wolę|wole|z|ze|do|mi|daj|dajcie|żywy|żywego|żywym|prawdziwy|prawdziwego|prawdziwym|prawdziwą|prawdziwa|teraz|natychmiast|rozmawiać|rozmowa|rozmowę|porozmawiać|nie|bot|botem|robot|robotem|dziękuję|tylko|czy|mogę|kontakt|połącz|jest',
    phrases: 'ktoś do mnie zadzwonić|ktoś zadzwonić|niech ktoś zadzwoni|ktoś oddzwonić|proszę o kontakt',
    not: 'nie chcę|nie chce|nie potrzebuję|nie muszę|nie musząc|nie chciałbym|nie chciałabym|bez|nigdy|zamiast|czy ja|jesteś|unikać|nienawidzę|czy rozmawiam',
    others: 'klienci|użytkownicy|goście|pacjenci|oni|one|ile kosztuje|ile|co się stanie|czy bot',
    compound: 'nieruchomości|ubezpieczeniowy|ubezpieczeniowym',
  },
  tr: {
    person:
      'insan|gerçek insan|gerçek kişi|temsilci|temsilciye|müşteri temsilcisi|müşteri temsilcisine|müşteri hizmetleri|müşteri hizmetlerine|canlı destek|canlı desteğe|operatör|operatöre|yetkili|yetkiliye|canlı temsilci|insana|danışman|danışmana|canlı biri|gerçek biri',
    somebody:
      'temsilcisine|temsilciye|yetkiliye|operatöre|biri|birisi|birine|birisine|biriyle|birisiyle|kişi|kişiyle|insanla|insanlarla|temsilciyle|temsilcisiyle|temsilciniz|temsilcinizle|temsilcinize|yetkiliyle|operatörle|danışmanla|hizmetleriyle|müdür|müdürle|müdüre|çalışan|çalışanla|ekip|ekiple|ekibinizle|ekibe|destek|desteğe|sorumlu|sorumluyla|kimse|uzman|uzmanla|personel|personelle|birileriyle',
    before: 'bağlan|bana bir',
    around: {
      before:
        'bir|gerçek|canlı|müşteri|insan|herhangi|lütfen|istiyorum|beni|sizden|ekibinizden|ile|başka|yetkili|bana|ben|hemen|biriyle|birisiyle|insanla|temsilciyle|temsilcisiyle|yetkiliyle|operatörle|danışmanla',
      after:
        'konuşmak|konuşabilir|konuşabilirmiyim|konuşayım|konuşalım|görüşmek|görüşebilir|görüşeyim|görüştür|görüştürün|sohbet etmek|yazışmak|iletişime geçmek|iletişim kurmak|bağlan|bağlanmak|bağla|bağlar|bağlayın|bağlayabilir|aktar|aktarın|aktarır|aktarabilir|ulaşmak|ulaşabilir|çağır|çağırın|ver|verin|verir|istiyorum|lazım',
    },
    between:
      'bir|ile|gerçek|canlı|müşteri|lütfen|direkt|doğrudan|beni|hemen|şimdi|sizden|başka|insan|ekibinizden|de|da|hizmetleri|temsilcisi|temsilci|yetkili|destek|kişi|biri|olan',
    wish: 'lütfen|bir|istiyorum|isterim|gerek|lazım|var|mı|mi|ben|bana|gerçek|canlı|şimdi|hemen|ile|konuşmak|görüşmek|değil|bot|robot|teşekkürler|sadece|bağla|bağlan|verin|ver|acil|ihtiyacım|yok|mu',
    phrases:
      'biri beni arasın|biri beni arayabilir mi|birisi beni arasın|biriyle konuşmak|birisiyle konuşmak|biriyle görüşmek|birisiyle görüşmek|insanla konuşmak|insanla görüşmek|temsilciyle görüşmek|temsilciyle konuşmak|yetkiliyle görüşmek|yetkiliyle konuşmak|yetkili ile görüşmek|müşteri temsilcisine bağlan|müşteri temsilcisi istiyorum|temsilciye bağla|canlı desteğe bağla|insanla konusabilir|biriyle konusabilir',
    not: 'istemiyorum|olmadan|asla|yerine|hiç',
    others: 'müşteriler|kullanıcılar|ziyaretçiler|hastalar|ne kadar|kaç|ne olur|bot',
    compound:
      'kaynakları|hakları|istemiyorum|konuşmak istemiyorum|ile konuşmak istemiyorum|le konuşmak istemiyorum',
  },
  ar: {
    person:
      'إنسان|انسان|بشري|موظف|موظفة|ممثل|مندوب|شخص حقيقي|شخص|خدمة العملاء|خدمه العملاء|موظف خدمة العملاء|الدعم البشري|وكيل|مشغل|مستشار|عميل بشري',
    somebody:
      'أحد|احد|أحدهم|احدهم|شخص ما|الموظف|الموظفين|موظفين|المدير|مدير|مسؤول|المسؤول|مشرف|المشرف|الفريق|فريق|فريقكم|الدعم|الدعم الفني|المبيعات|ناس|حد|حدا|البشر|المختص|مختص',
    before:
      'التحدث مع|التحدث إلى|التحدث الى|اتحدث مع|أتحدث مع|أتحدث إلى|اتحدث الى|اكلم|أكلم|تكلم مع|أتكلم مع|اتكلم مع|التكلم مع|الكلام مع|الحديث مع|الحديث إلى|احكي مع|أحكي مع|التواصل مع|أتواصل مع|اتواصل مع|تواصل مع|حولني إلى|حولني الى|حولني ل|تحويلي إلى|تحويلي الى|حولوني إلى|حولوني الى|وصلني ب|وصلني مع|وصلوني مع|وصلني إلى|الاتصال ب|الاتصال مع|محادثة|محادثة مع|الدردشة مع|دردشة مع|مراسلة',
    between:
      'مع|إلى|الى|من|أي|اي|ال|حقيقي|حقيقية|بشري|بشرية|آخر|اخر|فريق|فريقكم|لديكم|عندكم|فضلك|لو|سمحت|مباشرة|واحد|شخص|ما',
    wish: 'من|فضلك|لو|سمحت|أريد|اريد|ابي|أبغى|ابغى|عايز|عاوز|بدي|أحتاج|احتاج|أرغب|ارغب|في|إلى|الى|هل|يمكنني|ممكن|حقيقي|بشري|الآن|الان|مع|التحدث|ليس|لا|روبوت|آلة|شكرا|فقط|أود|اود|أعطني|اعطني|يوجد|رجاء|الرجاء|حالا',
    phrases:
      'يتصل بي أحد|يتصل بي احد|أحد يتصل بي|احد يتصل بي|شخص يتصل بي|أحد يكلمني|حد يكلمني|اريد بشر|أريد بشر|التحدث مع بشر|بموظف|لموظف|بخدمة العملاء|وصلني بموظف|حولني لموظف|حولني لخدمة العملاء',
    not: 'لا أريد|لا اريد|لا أحتاج|لا احتاج|بدون|دون|بدلا من|ابدا|هل أنت|هل انت|هل أنا|ما ابي|مش عايز',
    others: 'العملاء يمكنهم|الزبائن|المستخدمين|الزوار|المرضى|كم|ماذا يحدث|هل يستطيع البوت',
    compound: 'عقاري|سياحي|تأمين',
  },
  hi: {
    person:
      'इंसान|इन्सान|मनुष्य|आदमी|व्यक्ति|एजेंट|एजेन्ट|प्रतिनिधि|ऑपरेटर|कस्टमर केयर|ग्राहक सेवा|कस्टमर सर्विस|असली इंसान|असली व्यक्ति|मानव|insan|insaan|agent|human|customer care|operator|pratinidhi',
    somebody:
      'किसी|कोई|कर्मचारी|मैनेजर|प्रबंधक|टीम|अधिकारी|स्टाफ|सपोर्ट|विशेषज्ञ|लोगों|kisi|koi|karmchari|manager|team|adhikari|staff|support|aadmi|admi|vyakti|bande|person|representative',
    before: 'talk to|speak to|connect me to',
    around: {
      before: 'किसी|एक|मुझे|असली|मैं|कृपया|kisi|ek|mujhe|asli|main|mai|please|real',
      after:
        'से बात करनी|से बात करना|से बात करवा|से बात करवाइए|से बात करवाओ|से बात करा|से बात कराओ|से बात कराइए|से बात कर सकता|से बात कर सकती|से बात हो|से बात|से संपर्क|से जोड़|से जोड़ें|से मिलना|से चैट|से कनेक्ट|को बुला|को बुलाओ|को बुलाइए|चाहिए|se baat karni|se baat karna|se baat karwa|se baat karwao|se baat kara|se baat karao|se baat kar|se baat ho|se baat|se bat karni|se bat karna|se bat|se sampark|se connect|se jodo|se chat|ko bulao|chahiye',
    },
    between:
      'असली|एक|मानव|भी|वाले|टीम|की|के|का|में|से|किसी|इंसान|व्यक्ति|सदस्य|asli|ek|bhi|team|ke|ki|ka|se|real|human|insan|insaan|agent|wale|vyakti|aadmi|person',
    wish: 'कृपया|प्लीज|मुझे|मैं|चाहिए|चाहता|चाहती|हूं|हूँ|है|एक|असली|अभी|से|बात|करनी|करना|नहीं|रोबोट|बॉट|धन्यवाद|please|mujhe|chahiye|hai|ek|asli|abhi|se|baat|karni|nahi|bot|robot|chahta|hu|hoon',
    phrases: 'कोई मुझे फोन|कोई मुझे कॉल|मुझे कॉल करे|koi mujhe call|mujhe call kare',
    not: 'बिना|नहीं चाहता कि|bina|kya main|क्या मैं इंसान',
    others: 'ग्राहक लोग|उपयोगकर्ता|कितना|कितने|कितनी|kitna|kitne|users|customers',
    compound: 'संसाधन|अधिकार|से बात नहीं करनी|से बात नहीं|नहीं चाहिए|se baat nahi|nahi chahiye|resources|rights',
  },
  ja: {
    unspaced: true,
    person:
      '人間|担当者|オペレーター|オペレータ|スタッフ|有人チャット|有人対応|有人|係員|係の人|生身の人|本物の人|カスタマーサポート|カスタマーサービス|お客様センター|エージェント|サポート担当|人',
    somebody: '誰か|だれか|社員|責任者|店員|店長|上司|従業員|中の人|相談員|専門家|サポート|窓口|あなた以外',
    before: '担当：',
    around: {
      before: '',
      after:
        '話したい|話がしたい|話をしたい|話せ|話し|話す|お話し|お話|はなしたい|はなせ|喋りたい|しゃべりたい|会話したい|会話がしたい|相談したい|相談でき|チャットしたい|チャットで|やり取りしたい|やりとりしたい|繋いで|つないで|繋げて|つなげて|繋がりたい|つながりたい|代わって|かわって|替わって|代われ|変わって|お願い|おねがい|呼んで|出して|対応して|連絡したい|連絡を取りたい|連絡が取りたい|問い合わせたい|電話したい|電話で話|聞きたい|いますか|はいますか|と代|を出',
    },
    between:
      'と|に|へ|の|を|が|は|方|人|直接|さん|様|で|も|一度|少し|ちょっと|今すぐ|すぐに|と直接|の方|対応',
    wish: 'お願いします|おねがいします|お願い|ください|下さい|を|と|に|が|の|は|話したい|です|ます|希望|希望します|今すぐ|すぐ|一人|本物|ロボットではなく|ボットじゃなくて|ボットではなく|AIじゃなくて|AIではなく|求む|欲しい|ほしい|いますか|話|へ|呼んで',
    phrases: '電話をください|折り返し電話|折り返しお電話|有人チャットに|オペレーターに',
    not: '',
    others: '顧客が|ユーザーが|お客様が|訪問者が|いくら|何人|料金は|費用は|あなたは',
    compound:
      'と話したくない|と話さずに|と話さなくても|と話す必要は|たくない|たくありません|たいわけではな|ずに|なくて|話したくない|話さず|話さないで|ですか|なのですか|工学|関係|生|気|数|件|事|材|口',
  },
  zh: {
    unspaced: true,
    person:
      '人工|人工客服|真人|真人客服|客服|客服人员|人工服务|在线客服|客服代表|工作人员|活人|坐席|座席|专员|客服专员|人類|人类|代理人|真人客服|客服人員|專員|人工服務|工作人員|接线员|話務員|话务员',
    somebody:
      '人|谁|誰|有人|某人|经理|經理|主管|负责人|負責人|员工|員工|老板|团队|團隊|同事|顾问|顧問|专家|專家|店员|店員|销售|技术支持|你们的人',
    before:
      '转接到|转接|轉接到|轉接|转到|转给|转|轉到|轉給|轉|接通|接|联系|聯繫|聯絡|找|呼叫|叫|请|需要|我要|想要|切换到|切換到|和|跟|与|與|同|换|換|给我|給我',
    around: {
      before: '和|跟|与|與|同|找|让|讓|有',
      after:
        '说话|說話|谈谈|談談|谈|談|聊天|聊聊|聊|讲话|講話|讲|講|沟通|溝通|对话|對話|交谈|交談|交流|通话|通話|联系|聯繫|聯絡|说|說|帮我|解答|回复|打电话|打電話|咨询|諮詢',
    },
    between:
      '一个|一個|一位|个|個|位|你们的|你們的|你们|你們|你的|真正的|真实的|真實的|真|活|在线|線上|贵公司的|公司|的|名|另一个|其他|人工|能|可以|我',
    wish: '请|請|我|要|想|需要|想要|希望|给|給|一个|一個|一位|个|位|的|吗|嗎|吧|谢谢|謝謝|不要机器人|不要機器人|马上|立刻|可以|能|有|在线|真正|找|转|轉|接|帮|帮我|快|在|在吗|在嗎|服务|服務|用|现在|叫|来|來|呢|啊|有没有',
    phrases: '给我打电话|給我打電話|有人可以帮|有人能联系我|请联系我|人工在吗',
    not: '不想|不要|不用|不需要|无需|無需|没有|没|避免|而不是|讨厌',
    others: '客户可以|用户|使用者|访客|患者|多少钱|多少|费用|你是|几个',
    compound: '智能|智慧|资源|資源|权|權|类|類|数|數|次|民|口|员工|體|体|脸|臉|气|氣|像|物|费|費|成本|工',
  },
}

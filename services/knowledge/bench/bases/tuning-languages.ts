/** Questions about bases in French and Spanish. They were held out once: their failures have been looked at since. */
import type { LabelledQuestions } from './labelled.ts'

/** A French state's guides to open data, 50 pages. */
export const openData: LabelledQuestions = {
  direct: [
    ['Qu’est-ce que l’open data public ?', 'libre et gratuit|mise à disposition'],
    ['Que peut faire un éditeur dans une organisation ?', 'publier des jeux de données'],
    ['La réutilisation des données est-elle gratuite ?', 'gratuite'],
    ['Quelles sont les obligations du réutilisateur ?', 'Mentionner la source'],
    ['Qu’est-ce que le géocodage ?', 'coordonnées géographiques'],
    ['Quelles collectivités doivent diffuser leurs documents ?', '3 500 habitants'],
    ['Qu’est-ce qu’une ressource ?', 'fichier téléchargeable'],
    ['Un classeur Excel est-il un traitement algorithmique ?', 'constitue un traitement algorithmique'],
    ['Que doit préciser la mention explicite ?', 'responsable de la décision'],
    ['Comment créer un compte utilisateur ?', 'confirmé par email|créer un compte'],
  ],
  paraphrased: [
    ['qui peut exclure un membre de l’organisation', 'retirer un utilisateur|administrateur'],
    ['ai-je le droit de faire payer mes données', 'redevance'],
    ['transformer une adresse en latitude et longitude', 'géocodage|coordonnées'],
  ],
  misspelled: [
    ['geocodge definition', 'coordonnées géographiques'],
    ['obligatons du reutilisatuer', 'Mentionner la source'],
    ['creer une organsation', 'organisation'],
  ],
  'other language': [
    ['What is geocoding?', 'coordonnées géographiques'],
    ['Is the reuse of data free?', 'gratuite'],
  ],
  'two-part': [
    [
      'Que peut faire un éditeur et que peut faire un administrateur en plus ?',
      'publier des jeux de données',
      'supprimer l’organisation|retirer un utilisateur|ajouter des utilisateurs',
    ],
  ],
  'follow-up': [
    ['Qu’est-ce qu’une réutilisation ?', 'Comment la référencer ?', 'Réutilisations'],
    ['Faut-il une mention explicite ?', 'Où doit-elle figurer ?', 'en ligne et sur les documents'],
  ],
  nearby: [
    'Combien coûte un abonnement à data.gouv.fr ?',
    'Quel est le numéro de téléphone d’Etalab ?',
    'Proposez-vous des formations le samedi ?',
    'Quel est le salaire d’un annotateur ?',
    'Y a-t-il une application mobile ?',
  ],
  'far off': [
    'Acceptez-vous les chiens ?',
    'Quelle est la recette de la ratatouille ?',
    'À quelle heure ouvre la piscine ?',
    'Qui a gagné le Tour de France ?',
    'Vendez-vous des pneus neige ?',
  ],
}

/** A gym in Seville. */
export const gym: LabelledQuestions = {
  direct: [
    ['¿Cuánto cuesta la cuota mensual?', '39'],
    ['¿A qué hora abren los sábados?', '9:00'],
    ['¿Cómo me doy de baja?', '15 días'],
    ['¿Tienen piscina?', '25 metros'],
    ['¿Dónde puedo aparcar?', 'dos horas'],
    ['¿Cuánto cuesta un entrenador personal?', '32'],
    ['¿Hay clases de yoga?', 'martes y jueves'],
    ['¿Puedo probar un día gratis?', 'primera visita'],
  ],
  paraphrased: [
    ['me he lesionado y no puedo venir dos meses', 'congelar'],
    ['¿hay algo más barato para universitarios?', '29'],
    ['¿dónde dejo a mi hija mientras entreno?', 'ludoteca'],
    ['no tengo dónde guardar mis cosas', 'taquilla'],
  ],
  misspelled: [
    ['cuanto cuesta la cuota mensaul', '39'],
    ['orario de los sabados', '9:00'],
    ['picsina', '25 metros'],
    ['darme de vaja', '15 días'],
  ],
  'other language': [
    ['How much is the monthly fee?', '39'],
    ['Is there a swimming pool?', '25 metros'],
    ['Wo kann ich parken?', 'dos horas'],
    ['Puis-je résilier mon abonnement ?', '15 días'],
  ],
  'two-part': [
    ['¿Cuánto cuesta la cuota y a qué hora abren los sábados?', '39', '9:00'],
    ['¿Hay clases de yoga y puedo aparcar?', 'martes y jueves', 'dos horas'],
    ['¿Tienen piscina y ludoteca?', '25 metros', 'ludoteca'],
  ],
  'follow-up': [
    ['¿Tienen piscina?', '¿y a qué temperatura está?', '27'],
    ['¿Puedo tener un entrenador personal?', '¿Cuánto cuesta?', '32'],
  ],
  nearby: [
    '¿Tienen pista de pádel?',
    '¿Venden zapatillas?',
    '¿Hay sauna?',
    '¿Dan clases de boxeo?',
    '¿Quién es el dueño?',
    '¿Se puede pagar con bitcoin?',
  ],
  'far off': [
    '¿Cómo hago pan de masa madre?',
    '¿Cuál es la capital de Perú?',
    '¿Reparan bicicletas?',
    '¿Cuánto cuesta un billete de tren a Madrid?',
  ],
}

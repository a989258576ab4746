/**
 * Synonyms: words of visitors for what businesses write in other words, by idea and language. A question's word finds
 * every word of its idea, with a slightly lower score than itself. The lists are our own and limited to ideas that
 * nearly every business has.
 */
import type { LanguageName } from './languages.ts'
import { translations } from './translations.ts'
import type { Mark } from './words.ts'

export type Concept = {
  name: string
  words: Partial<Record<LanguageName, string>>
  /** The forms that answers to this idea have, whatever their words. */
  marks?: Mark[]
  /** Phrases that ask for the idea without naming it. They weigh less than a word of the idea. */
  asked?: RegExp
}

const named: Concept[] = [
  {
    name: 'price',
    words: {
      english: 'price cost fee charge rate pricing tariff expensive cheap afford',
      spanish: 'precio coste costo tarifa cuesta cuestan vale caro barato',
      french: 'prix coût tarif coûte coûtent cher',
      german: 'preis kosten kostet gebühr tarif teuer günstig berechnen erhebt',
      portuguese: 'preço custo taxa tarifa custa custam caro',
      italian: 'prezzo costo tariffa costa costano caro',
      dutch: 'prijs kosten kost tarief duur goedkoop',
    },
    marks: ['#money'],
    asked:
      /\bhow (?:much|expensive)\b(?! (?:time|long))|\bwie ?viel(?!e)(?! uhr)\b|\bwie (?:teuer|hoch)\b|\bcu[aá]nto (?:cuesta|vale|es)|\bcombien (?:co[uû]te|[cç]a)|\bquanto (?:costa|custa|[eèé])|\bhoeveel (?:kost|is)|\bile (?:kosztuj|p[łl]ac)/iu,
  },
  {
    name: 'free',
    words: {
      english: 'free complimentary',
      spanish: 'gratis gratuito',
      french: 'gratuit offert',
      german: 'kostenlos gratis umsonst frei',
      portuguese: 'grátis gratuito',
      italian: 'gratis gratuito',
      dutch: 'gratis kosteloos',
    },
  },
  {
    name: 'hours',
    words: {
      english: 'open opening hours close closed closing schedule',
      spanish: 'abierto abren abre cierra cierran horario apertura',
      french: 'ouvert ouvre ouvrez ferme fermez fermé horaires ouverture',
      german: 'offen öffnen geöffnet öffnet öffnungszeiten geschlossen schließen schließt',
      portuguese: 'aberto abre fecha horário abertura fechado',
      italian: 'aperto apre aprite chiude chiudete chiuso orari orario apertura',
      dutch: 'open geopend openingstijden gesloten sluit',
    },
    marks: ['#time', '#day'],
  },
  {
    name: 'time of day',
    words: { english: 'time times', german: 'uhrzeit uhr', spanish: 'hora', french: 'heure', dutch: 'tijd' },
    marks: ['#time'],
    asked:
      /\bwhen\b|\bwhat time\b|\buntil what\b|\bwann\b|\bwie ?viel uhr\b|\bcu[aá]ndo\b|\bqu[eé] hora|\bquand\b|\bquelle heure|\bquando\b|\bche ora|\bque horas|\bwanneer\b|\bhoe laat|\bkiedy\b|\bo kt[óo]rej/iu,
  },
  {
    name: 'duration',
    words: {
      english: 'duration',
      german: 'dauer dauert dauern',
      spanish: 'tarda duración dura',
      french: 'durée dure',
      italian: 'durata dura',
      portuguese: 'demora duração dura',
      dutch: 'duurt duur',
    },
    marks: ['#duration'],
    asked:
      /\bhow (?:long|many (?:days|weeks|hours|minutes|months))\b|\bwie (?:lange|viele (?:tage|wochen|stunden))\b|\bcu[aá]nto (?:tiempo|tarda|dura)|\bcombien de (?:temps|jours)|\bquanto (?:tempo|dura)|\bhoe lang|\bjak d[łl]ugo/iu,
  },
  {
    name: 'place',
    words: {
      english: 'address location located directions street shop branch',
      spanish: 'dirección ubicación ubicado calle tienda local',
      french: 'adresse situé lieu rue magasin boutique',
      german: 'adresse anschrift standort straße lage laden geschäft filiale',
      portuguese: 'endereço morada localização rua loja',
      italian: 'indirizzo sede via negozio posizione',
      dutch: 'adres locatie straat winkel vestiging',
    },
    marks: ['#address'],
    asked:
      /\bwhere (?:is|are) (?:you|your)\b|\bwo (?:sind|ist|seid) (?:sie|ihr)|\bd[oó]nde est[aá]n\b|\bo[uù] (?:[eê]tes|se trouve)|\bdove (?:siete|si trova)|\bonde fica|\bwaar (?:zijn|is)|\bgdzie (?:jest|s[ąa])/iu,
  },
  {
    name: 'phone',
    words: {
      english: 'phone telephone call ring hotline',
      spanish: 'teléfono llamar número móvil',
      french: 'téléphone appeler numéro',
      german: 'telefon anrufen telefonnummer rufnummer telefonisch',
      portuguese: 'telefone ligar número telemóvel',
      italian: 'telefono chiamare numero',
      dutch: 'telefoon bellen telefoonnummer nummer',
    },
    marks: ['#phone'],
  },
  {
    name: 'contact',
    words: {
      english: 'contact reach email mail write message support',
      spanish: 'contacto contactar correo escribir',
      french: 'contact contacter joindre courriel écrire',
      german: 'kontakt kontaktieren erreichen mail schreiben',
      portuguese: 'contato contacto contactar email escrever',
      italian: 'contatto contattare email scrivere',
      dutch: 'contact bereiken mailen schrijven',
    },
    marks: ['#email', '#phone'],
    asked: /\bget in touch\b|\btalk to (?:a|some) ?(?:human|person|one)/iu,
  },
  {
    name: 'deliver',
    words: {
      english:
        'deliver delivery ship shipping shipment send dispatch arrive postage courier parcel package mail',
      spanish: 'enviar envío envían entrega entregar paquete llega',
      french: 'livrer livraison expédier expédition envoyer envoi colis',
      german: 'liefern lieferung versand versenden verschicken senden zustellung paket porto',
      portuguese: 'enviar envio entrega entregar encomenda frete',
      italian: 'spedire spedizione consegna consegnare inviare pacco',
      dutch: 'leveren levering bezorgen bezorging verzenden verzending sturen pakket',
    },
  },
  {
    name: 'order',
    words: {
      english: 'order purchase buy bought parcel package',
      spanish: 'pedido comprar compra',
      french: 'commande commander acheter achat',
      german: 'bestellung bestellen kaufen kauf',
      portuguese: 'pedido comprar compra',
      italian: 'ordine ordinare comprare acquisto',
      dutch: 'bestelling bestellen kopen',
    },
  },
  {
    name: 'track',
    words: {
      english: 'track tracking follow trace',
      spanish: 'seguimiento rastrear',
      french: 'suivi suivre',
      german: 'verfolgen sendungsverfolgung',
    },
    asked: /\bwhere(?:'s| is| are) my (?:order|parcel|package|stuff|delivery)/iu,
  },
  {
    name: 'refund',
    words: {
      english: 'refund refunded reimburse money return',
      spanish: 'reembolso devolución devolver dinero',
      french: 'remboursement rembourser retour argent',
      german: 'erstattung erstatten rückerstattung geld',
      portuguese: 'reembolso devolução dinheiro',
      italian: 'rimborso rimborsare soldi',
      dutch: 'terugbetaling geld terug',
    },
    asked: /\bmoney back\b|\bgeld zurück\b/iu,
  },
  {
    name: 'return',
    words: {
      english: 'return returned returning exchange',
      spanish: 'devolver devolución cambio cambiar',
      french: 'retour retourner renvoyer échange échanger',
      german: 'rückgabe zurückgeben zurücksenden zurückschicken umtausch umtauschen retoure',
      portuguese: 'devolver devolução troca trocar',
      italian: 'reso restituire cambio cambiare',
      dutch: 'retour retourneren ruilen',
    },
    asked: /\b(?:send|give|take|bring)\b.{0,30}\bback\b/iu,
  },
  {
    name: 'cancel',
    words: {
      english: 'cancel cancellation stop end quit terminate unsubscribe leave',
      spanish: 'cancelar cancelación anular baja',
      french: 'annuler annulation résilier',
      german: 'stornieren stornierung storno stornogebühr absagen kündigen kündigung abbestellen',
      portuguese: 'cancelar cancelamento anular',
      italian: 'annullare cancellare disdire cancellazione disdetta',
      dutch: 'annuleren annulering opzeggen afzeggen',
    },
  },
  {
    name: 'pause',
    words: {
      english: 'pause skip suspend hold',
      german: 'pausieren aussetzen pause',
      spanish: 'pausar',
      french: 'suspendre',
    },
  },
  {
    name: 'book',
    words: {
      english: 'book booking reserve reservation appointment schedule',
      spanish: 'reservar reserva cita',
      french: 'réserver réservation rendez',
      german: 'buchen buchung reservieren reservierung termin',
      portuguese: 'reservar reserva marcar consulta',
      italian: 'prenotare prenotazione appuntamento',
      dutch: 'boeken boeking reserveren reservering afspraak',
    },
  },
  {
    name: 'reschedule',
    words: {
      english: 'reschedule move change postpone moving',
      german: 'verschieben umbuchen ändern verlegen',
    },
  },
  {
    name: 'pay',
    words: {
      english: 'pay payment paid card paying',
      spanish: 'pagar pago tarjeta',
      french: 'payer paiement carte',
      german: 'zahlen bezahlen zahlung bezahlung karte zahlungsart',
      portuguese: 'pagar pagamento cartão',
      italian: 'pagare pagamento carta',
      dutch: 'betalen betaling kaart pinnen',
    },
  },
  {
    name: 'instalments',
    words: {
      english: 'instalment installment monthly financing parts',
      german: 'raten ratenzahlung teilzahlung finanzierung',
      spanish: 'cuotas plazos',
      french: 'mensualités',
    },
  },
  {
    name: 'discount',
    words: {
      english: 'discount coupon offer promo promotion deal reduced off percent',
      spanish: 'descuento cupón oferta rebaja',
      french: 'remise réduction rabais promotion',
      german: 'rabatt ermäßigung nachlass gutscheincode prozent vergünstigung',
      portuguese: 'desconto cupom promoção',
      italian: 'sconto promozione offerta',
      dutch: 'korting actie',
    },
  },
  {
    name: 'gift',
    words: {
      english: 'gift present voucher giving',
      spanish: 'regalo regalar vale',
      french: 'cadeau offrir',
      german: 'geschenk verschenken gutschein',
      italian: 'regalo buono',
      portuguese: 'presente vale',
      dutch: 'cadeau bon',
    },
  },
  {
    name: 'voucher',
    words: { english: 'voucher giftcard coupon', german: 'gutschein', dutch: 'cadeaubon' },
    asked: /\bgift ?-?cards?\b/iu,
  },
  {
    name: 'subscription',
    words: {
      english: 'subscription subscribe membership member club plan monthly',
      german: 'abo abonnement mitgliedschaft mitglied',
      spanish: 'suscripción membresía',
      french: 'abonnement adhésion',
      italian: 'abbonamento',
      portuguese: 'assinatura',
      dutch: 'abonnement lidmaatschap',
    },
  },
  {
    name: 'account',
    words: {
      english: 'account login signin profile password',
      german: 'konto anmelden anmeldung login kennwort passwort',
      spanish: 'cuenta contraseña',
      french: 'compte connexion',
      italian: 'account accesso',
      portuguese: 'conta senha',
      dutch: 'account inloggen wachtwoord',
    },
    asked: /\b(?:log|sign)[ -]?(?:in|on)\b/iu,
  },
  {
    name: 'password',
    words: {
      english: 'password passcode',
      german: 'passwort kennwort zugangscode',
      spanish: 'contraseña clave',
      french: 'passe',
      portuguese: 'senha palavra',
      dutch: 'wachtwoord',
    },
  },
  {
    name: 'broken',
    words: {
      english: 'broken damaged faulty defective smashed cracked defect broke',
      german: 'kaputt beschädigt defekt zerbrochen schaden',
      spanish: 'roto dañado defectuoso',
      french: 'cassé endommagé défectueux abîmé',
      italian: 'rotto danneggiato difettoso',
      portuguese: 'quebrado danificado defeituoso',
      dutch: 'kapot beschadigd defect',
    },
  },
  {
    name: 'warranty',
    words: {
      english: 'warranty guarantee',
      german: 'garantie gewährleistung',
      spanish: 'garantía',
      french: 'garantie',
    },
  },
  {
    name: 'child',
    words: {
      english: 'child children kid kids baby infant toddler son daughter youngest teen',
      german: 'kind kinder baby kleinkind säugling sohn tochter',
      spanish: 'niño niños hijo hija bebé',
      french: 'enfant bébé fils fille',
      italian: 'bambino bambini figlio bimbo',
      portuguese: 'criança filho filha bebê',
      dutch: 'kind kinderen baby zoon dochter',
    },
  },
  {
    name: 'pet',
    words: {
      english: 'pet dog animal',
      german: 'haustier hund tier vierbeiner',
      spanish: 'mascota perro animal',
      french: 'animal chien',
      italian: 'animale cane',
      portuguese: 'animal cachorro cão',
      dutch: 'huisdier hond',
    },
  },
  {
    name: 'parking',
    words: {
      english: 'park parking car garage spaces lot cars',
      german: 'parken parkplatz parkplätze stellplatz stellplätze garage auto tiefgarage',
      spanish: 'aparcar aparcamiento parking estacionamiento coche',
      french: 'parking stationner stationnement garer voiture',
      italian: 'parcheggio parcheggiare auto',
      portuguese: 'estacionamento estacionar carro',
      dutch: 'parkeren parkeerplaats auto',
    },
  },
  {
    name: 'transit',
    words: {
      english: 'bus tram train station metro subway transport',
      german: 'bahn zug bus bahnhof straßenbahn tram haltestelle',
      spanish: 'autobús tren metro estación',
      french: 'bus train métro gare',
    },
  },
  {
    name: 'access',
    words: {
      english: 'wheelchair accessible accessibility disabled disability lift elevator',
      german: 'rollstuhl barrierefrei behindertengerecht aufzug fahrstuhl lift ebenerdig',
      spanish: 'silla accesible ascensor',
      french: 'fauteuil accessible ascenseur',
      italian: 'sedia accessibile ascensore',
      dutch: 'rolstoel toegankelijk lift',
    },
  },
  {
    name: 'internet',
    words: {
      english: 'wifi internet wlan wireless',
      german: 'wlan wifi internet',
      spanish: 'wifi internet',
      french: 'wifi internet',
      italian: 'wifi internet',
      dutch: 'wifi internet',
    },
  },
  {
    name: 'breakfast',
    words: {
      english: 'breakfast',
      german: 'frühstück',
      spanish: 'desayuno',
      french: 'déjeuner',
      italian: 'colazione',
      dutch: 'ontbijt',
    },
  },
  {
    name: 'dinner',
    words: {
      english: 'dinner supper restaurant meal eat food',
      german: 'abendessen essen restaurant speisen gasthof mahlzeit abends',
      spanish: 'cena cenar restaurante comida comer',
      french: 'dîner restaurant repas manger',
      italian: 'cena ristorante mangiare',
      dutch: 'diner restaurant eten maaltijd',
    },
  },
  {
    name: 'arrival',
    words: {
      english: 'checkin arrival arrive',
      german: 'einchecken anreise ankunft ankommen checkin anreisen kommen',
      spanish: 'llegada entrada',
      french: 'arrivée',
    },
    asked: /\bcheck(?:ing)?[ -]?in\b/iu,
  },
  {
    name: 'departure',
    words: {
      english: 'checkout departure leave',
      german: 'auschecken abreise abreisen räumen verlassen checkout abfahrt',
      spanish: 'salida',
      french: 'départ',
    },
    asked: /\bcheck(?:ing)?[ -]?out\b/iu,
  },
  {
    name: 'late',
    words: {
      english: 'late delay delayed',
      german: 'spät verspätung verspätet später',
      spanish: 'tarde retraso',
      french: 'tard retard',
    },
  },
  {
    name: 'room',
    words: {
      english: 'room suite accommodation',
      german: 'zimmer unterkunft suite',
      spanish: 'habitación',
      french: 'chambre',
    },
  },
  {
    name: 'bicycle',
    words: {
      english: 'bicycle bike cycle ebike',
      german: 'fahrrad rad räder fahrräder ebike tourenräder velo fahrradverleih',
      spanish: 'bicicleta',
      french: 'vélo',
      dutch: 'fiets',
    },
  },
  {
    name: 'rent',
    words: {
      english: 'rent rental hire borrow lend',
      german: 'leihen verleihen ausleihen mieten verleih vermieten',
      spanish: 'alquilar alquiler',
      french: 'louer location',
      dutch: 'huren verhuur lenen',
    },
  },
  {
    name: 'fear',
    words: {
      english: 'afraid fear scared anxious anxiety nervous worried frightened',
      german: 'angst ängstlich nervös fürchte',
      spanish: 'miedo',
      french: 'peur',
    },
  },
  {
    name: 'pain',
    words: {
      english: 'pain hurt hurts ache painful sore toothache',
      german: 'schmerz schmerzen weh',
      spanish: 'dolor duele',
      french: 'douleur mal',
    },
  },
  {
    name: 'urgent',
    words: {
      english: 'emergency urgent urgently immediately',
      german: 'notfall dringend notdienst sofort',
      spanish: 'urgencia emergencia',
      french: 'urgence',
    },
  },
  {
    name: 'insurance',
    words: {
      english: 'insurance insurer insured coverage',
      german: 'versicherung krankenkasse kasse versichert',
      spanish: 'seguro',
      french: 'assurance mutuelle',
    },
  },
  {
    name: 'allergy',
    words: {
      english: 'allergy allergic allergen intolerance intolerant contain traces',
      german: 'allergie allergisch allergen unverträglichkeit vertrage vertragen',
      spanish: 'alergia alérgico',
      french: 'allergie allergique',
    },
  },
  {
    name: 'vegan',
    words: {
      english: 'vegan plantbased',
      german: 'vegan veganer pflanzlich',
      spanish: 'vegano',
      french: 'végan végétalien',
    },
  },
  {
    name: 'caffeine',
    words: {
      english: 'caffeine decaf decaffeinated caffeinefree',
      german: 'koffein entkoffeiniert koffeinfrei',
    },
  },
  {
    name: 'store',
    words: { english: 'store storage keep keeping', german: 'lagern aufbewahren lagerung' },
  },
  {
    name: 'compostable',
    words: {
      english: 'biodegradable compost compostable plastic recyclable',
      german: 'kompostierbar plastik recycelbar',
    },
  },
  {
    name: 'business customers',
    words: {
      english: 'wholesale trade reseller bulk cafés restaurants cafe coffeehouse',
      german: 'großhandel gewerbe händler wiederverkäufer',
    },
  },
  {
    name: 'staff',
    words: { english: 'team staff employee', german: 'team mitarbeiter personal' },
  },
  {
    name: 'job',
    words: {
      english: 'job career vacancy hiring apply recruit',
      german: 'stelle job karriere bewerbung bewerben',
      spanish: 'empleo trabajo',
      french: 'emploi carrière',
    },
  },
  {
    name: 'language',
    words: {
      english: 'language speak spoken',
      german: 'sprache sprechen',
      spanish: 'idioma hablan habla',
      french: 'langue parlez',
    },
  },
  {
    name: 'review',
    words: {
      english: 'review rating feedback rate testimonial',
      german: 'bewertung bewerten rezension',
      spanish: 'reseña',
      french: 'avis',
    },
  },
  {
    name: 'laundry',
    words: { english: 'laundry wash washing clothes', german: 'wäsche waschen kleidung wäscherei' },
  },
  {
    name: 'smoke',
    words: { english: 'smoke smoking cigarette tobacco', german: 'rauchen geraucht zigarette raucher' },
  },
  {
    name: 'whiten',
    words: { english: 'whiten whitening bleach bleaching', german: 'bleaching aufhellen' },
  },
  {
    name: 'orthodontics',
    words: { english: 'braces aligner straighten straightening', german: 'zahnspange spange aligner' },
  },
  {
    name: 'invoice',
    words: {
      english: 'invoice receipt bill billing',
      german: 'rechnung beleg quittung',
      spanish: 'factura recibo',
      french: 'facture reçu',
    },
  },
  {
    name: 'age',
    words: { english: 'age old', german: 'alter alt mindestalter', spanish: 'edad', french: 'âge' },
    asked: /\bhow old\b|\bwie alt\b/iu,
  },
  {
    name: 'size',
    words: {
      english:
        'size big large small long length wide width high height dimensions measure metres meters inches',
      german: 'größe groß klein lang länge breit breite hoch höhe maße meter quadratmeter',
      spanish: 'tamaño talla grande medidas',
      french: 'taille grand dimensions',
    },
    asked: /\bhow (?:big|large|small|wide|high|tall)\b|\bwie (?:groß|lang(?!e)|breit)\b/iu,
  },
  {
    name: 'temperature',
    words: {
      english: 'temperature warm hot cold heated degrees',
      german: 'temperatur warm heiß kalt beheizt grad',
    },
    asked: /\bhow (?:warm|hot|cold)\b|\bwie (?:warm|heiß|kalt)\b/iu,
  },
  {
    name: 'daily',
    words: {
      english: 'daily everyday sunday saturday weekend holiday',
      german: 'täglich sonntag samstag wochenende feiertag',
    },
  },
  {
    name: 'trial',
    words: {
      english: 'trial test try trying demo sample taster',
      german: 'probe probetraining testen ausprobieren probieren kostprobe demo',
      spanish: 'prueba probar',
      french: 'essai essayer',
    },
  },
  {
    name: 'reduced price',
    words: {
      english: 'student pupil senior pensioner retired retiree reduced concession apprentice youth',
      german: 'student studierende schüler senior rentner rentnerin ermäßigt azubi',
      spanish: 'estudiante jubilado',
      french: 'étudiant retraité',
    },
  },
  {
    name: 'commitment',
    words: {
      english: 'contract commitment term bound binding minimum obligation notice agreement lock-in',
      german: 'vertrag laufzeit bindung kündigungsfrist mindestlaufzeit frist verpflichtung',
      spanish: 'contrato permanencia',
      french: 'contrat engagement',
    },
  },
  {
    name: 'illness',
    words: {
      english: 'ill sick injured injury injure illness surgery',
      german: 'krank krankheit verletzt verletzung',
    },
  },
  {
    name: 'companion',
    words: {
      english: 'friend guest visitor companion guests',
      german: 'freund freundin gast gäste begleitung besucher',
    },
  },
  {
    name: 'ticket',
    words: {
      english: 'ticket pass admission entry single entrance',
      german: 'ticket karte eintritt tageskarte eintrittskarte',
      spanish: 'entrada billete',
      french: 'billet entrée',
    },
  },
  {
    name: 'course',
    words: {
      english: 'course class lesson workshop training session seminar',
      german: 'kurs unterricht workshop training seminar stunde schulung',
      spanish: 'curso clase taller',
      french: 'cours atelier formation',
    },
  },
  {
    name: 'beginner',
    words: {
      english: 'beginner beginners introduction novice newcomer',
      german: 'anfänger einsteiger einführung einweisung',
    },
  },
  {
    name: 'coach',
    words: {
      english: 'coach trainer instructor teacher tutor',
      german: 'trainer lehrer coach ausbilder betreuer',
    },
  },
  {
    name: 'child care',
    words: {
      english: 'childcare babysitting babysitter nursery creche daycare kindergarten playroom baby',
      german: 'kinderbetreuung betreuung babysitter krippe spielzimmer',
    },
    asked: /\blook after\b.{0,20}\b(?:child|kid|baby|son|daughter)/iu,
  },
  {
    name: 'lost',
    words: {
      english: 'lost found lose property',
      german: 'verloren gefunden fundsachen liegengelassen fundbüro',
    },
  },
  {
    name: 'food',
    words: {
      english: 'food diet nutrition eat eating snack meal dietitian nutritionist menu drink drinks',
      german: 'essen ernährung speise speisekarte snack getränk getränke diät',
    },
  },
  {
    name: 'advice',
    words: {
      english: 'advice advise consultation consult counselling recommend recommendation',
      german: 'beratung beraten rat empfehlung empfehlen tipp',
    },
  },
  {
    name: 'company',
    words: {
      english: 'company corporate firm employer enterprise employees',
      german: 'firma unternehmen arbeitgeber gewerblich geschäftskunden',
      spanish: 'empresa',
      french: 'entreprise société',
    },
  },
  {
    name: 'in advance',
    words: {
      english: 'advance ahead beforehand early prior',
      german: 'voraus vorher vorab frühzeitig',
    },
  },
  {
    name: 'repair',
    words: {
      english: 'repair fix mend maintenance servicing',
      german: 'reparatur reparieren wartung instandsetzen werkstatt',
      spanish: 'reparar reparación',
      french: 'réparer réparation',
      italian: 'riparare riparazione',
      dutch: 'repareren reparatie',
    },
  },
  {
    name: 'not working',
    words: {
      english: 'error problem bug fail fails failing crash trouble fault troubleshooting',
      german: 'fehler problem störung defekt absturz',
    },
    asked:
      /\b(?:does|do|is|are)(?: not|n['’]t) (?:work|working|open|load|start|turn on)|\bwon['’]t (?:work|open|load|start|turn on)|\bfunktioniert nicht\b|\bgeht nicht\b/iu,
  },
  {
    name: 'install',
    words: {
      english: 'install installation setup mount assemble configure',
      german: 'installieren installation einrichten montage montieren aufbauen anschließen',
    },
  },
  {
    name: 'available',
    words: {
      english: 'available availability stock vacancy vacant',
      german: 'verfügbar verfügbarkeit lager vorrätig lieferbar',
      spanish: 'disponible',
      french: 'disponible stock',
    },
  },
  {
    name: 'abroad',
    words: {
      english: 'abroad overseas international foreign worldwide country countries',
      german: 'ausland international weltweit land länder',
      spanish: 'extranjero internacional',
      french: 'étranger international',
    },
  },
  {
    name: 'deposit',
    words: {
      english: 'deposit prepayment down bond security',
      german: 'kaution anzahlung pfand',
      spanish: 'depósito fianza',
      french: 'caution acompte',
    },
  },
  {
    name: 'home',
    words: {
      english: 'apartment flat home property',
      german: 'wohnung apartment immobilie',
      spanish: 'piso casa apartamento',
      french: 'appartement maison',
    },
  },
  {
    name: 'viewing',
    words: {
      english: 'viewing tour inspect inspection',
      german: 'besichtigung besichtigen führung',
    },
  },
  {
    name: 'event',
    words: {
      english: 'event party wedding celebration celebrate birthday function group',
      german: 'veranstaltung feier fest hochzeit geburtstag gruppe event',
      spanish: 'evento fiesta boda',
      french: 'événement fête mariage',
    },
  },
  {
    name: 'doctor',
    words: {
      english: 'doctor physician dentist practitioner specialist',
      german: 'arzt ärztin doktor zahnarzt facharzt',
      spanish: 'médico doctor',
      french: 'médecin docteur',
    },
  },
  {
    name: 'prescription',
    words: {
      english: 'prescription medicine medication drug pills',
      german: 'rezept medikament arznei tabletten',
      spanish: 'receta medicamento',
      french: 'ordonnance médicament',
    },
  },
  {
    name: 'results',
    words: { english: 'result results report findings outcome', german: 'ergebnis befund bericht' },
  },
  {
    name: 'privacy',
    words: {
      english: 'privacy data gdpr delete personal information confidential',
      german: 'datenschutz daten dsgvo löschen persönlich',
      spanish: 'privacidad datos',
      french: 'confidentialité données',
    },
  },
  {
    name: 'newsletter',
    words: { english: 'newsletter unsubscribe mailing list', german: 'newsletter abmelden verteiler' },
  },
  {
    name: 'certificate',
    words: {
      english: 'certificate certification diploma degree certified accredited',
      german: 'zertifikat bescheinigung abschluss nachweis zeugnis',
    },
  },
  {
    name: 'ingredients',
    words: {
      english: 'ingredient ingredients contain contains made material materials',
      german: 'zutat zutaten enthält inhaltsstoffe material',
    },
  },
  {
    name: 'safety',
    words: {
      english: 'safe safety secure security danger dangerous',
      german: 'sicher sicherheit gefährlich gefahr',
      spanish: 'seguro seguridad',
      french: 'sécurité sûr',
    },
  },
  {
    name: 'tax',
    words: {
      english: 'tax vat taxes',
      german: 'steuer mehrwertsteuer mwst umsatzsteuer kurtaxe',
      spanish: 'impuesto iva',
      french: 'taxe tva',
    },
  },
  {
    name: 'upgrade',
    words: { english: 'upgrade downgrade', german: 'upgrade wechseln wechsel' },
  },
  {
    name: 'weight',
    words: { english: 'weight weigh heavy kilos', german: 'gewicht schwer wiegen kilo' },
    asked: /\bhow heavy\b|\bwie schwer\b/iu,
  },
  {
    name: 'swim',
    words: { english: 'swim swimming pool', german: 'schwimmen schwimmbad pool becken' },
  },
  {
    name: 'distance',
    words: {
      english: 'far distance away near nearby minutes walk',
      german: 'weit entfernung entfernt nähe nah fuß',
    },
    asked: /\bhow far\b(?! in advance)|\bwie weit\b/iu,
  },
]

/** The ideas, merged with the words of `translations.ts`, which also adds ideas of its own. */
export const concepts: Concept[] = merged()

function merged(): Concept[] {
  const byName = new Map(named.map((concept) => [concept.name, { ...concept, words: { ...concept.words } }]))
  for (const { name, words } of translations) {
    const concept = byName.get(name) ?? { name, words: {} }
    byName.set(name, concept)
    for (const language of Object.keys(words) as LanguageName[])
      concept.words[language] = [concept.words[language], words[language]].filter(Boolean).join(' ')
  }
  return [...byName.values()]
}

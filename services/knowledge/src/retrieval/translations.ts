/**
 * Common topics of visitors' questions, idea by idea in eight languages, so that a question in one finds a text in
 * another. An idea of the same name in `concepts.ts` gets these words too. The order of the languages is in `columns`.
 */
import type { LanguageName } from './languages.ts'

const columns = [
  'english',
  'spanish',
  'french',
  'german',
  'portuguese',
  'italian',
  'dutch',
  'polish',
] as const satisfies LanguageName[]

const table = `
price: | precio costar tarifa | prix coûter tarif | preis kosten | preço valor custar | prezzo costare tariffa | prijs tarief | cena ceny koszt kosztuje kosztują cennik opłata
free: | gratuito gratuita gratis | gratuit gratuite gratuitement | kostenfrei gratis | gratuito gratuita grátis | gratuito gratuita gratis | gratis kosteloos | darmowy bezpłatny bezpłatnie darmo
hours: | abierto cerrado horario apertura | ouvert fermé horaires | geöffnet geschlossen | aberto fechado horário abertura funcionamento | aperto chiuso orario apertura | open gesloten openingstijden | otwarte otwarty otwarcia otwieracie zamknięte zamykacie godziny czynne
place: | dirección ubicación sitio | adresse lieu endroit | ort adresse | endereço local lugar | indirizzo luogo | adres plaats | adres miejsce ulica sklep lokalizacja
phone: | teléfono | téléphone | telefon handy | telefone telemóvel celular | telefono cellulare | telefoon | telefon telefonu numer zadzwonić
contact: | contacto contactar | contact contacter | kontakt | contacto contato contatar | contatto contattare | contact | kontakt skontaktować napisać
deliver: | envío envíos entrega reparto | livraison livrer port | lieferung versand | entrega envio frete portes | spedizione consegna | levering bezorging verzending verzendkosten | dostawa dostawy dostarczacie wysyłka wysyłacie przesyłka paczka
order: | pedido | commande | bestellung | encomenda pedido | ordine | bestelling | zamówienie zamówić zamawiać kupić zakup
track: | seguimiento rastreo | suivi | sendungsverfolgung | rastrear rastreio acompanhar | tracciare tracciamento | volgen | śledzić śledzenie
refund: | reembolso | remboursement remboursé | rückerstattung | reembolso estorno | rimborso | terugbetaling terugbetaald | zwrot pieniędzy pieniądze
return: | devolución devolver | retour retourner | rückgabe | devolução devolver | reso restituire | retour terugsturen | zwrot zwrócić oddać odesłać wymiana
cancel: | cancelar cancelación anular | annuler annulation résilier résiliation | stornieren kündigen absagen | cancelar cancelamento | annullare disdire cancellare | annuleren opzeggen zeg | anulować odwołać zrezygnować wypowiedzieć anulowanie rezygnacja
pause: | pausar pausa | pause suspendre | pause | pausar suspender pausa | sospendere pausa | pauzeren pauze | zawiesić przerwa wstrzymać
book: | reservar reserva cita | réserver réservation rendez | buchen termin reservieren | reservar reserva marcação consulta agendar | prenotare prenotazione appuntamento | boeken reserveren afspraak | rezerwacja zarezerwować umówić wizyta wizytę termin
reschedule: | cambiar aplazar mover | déplacer reporter changer | verschieben umbuchen | remarcar adiar mudar | spostare rinviare cambiare | verzetten verplaatsen wijzigen | przełożyć zmienić
pay: | pagar pago tarjeta | payer paiement carte | zahlen bezahlen karte | pagar pagamento cartão | pagare pagamento carta | betalen betaling kaart | zapłacić płacić płatność płatności karta kartą
cash: cash | efectivo | espèces liquide | bar bargeld | dinheiro numerário | contanti | contant | gotówka gotówką
transfer: transfer | transferencia | virement | überweisung überweisen | transferência | bonifico | overschrijving | przelew przelewem
instalments: | cuotas plazos | mensualités échelonné | raten | prestações parcelas | rate rateizzare | termijnen | raty ratach
discount: | descuento rebaja oferta | réduction remise | rabatt ermäßigung | desconto promoção | sconto riduzione | korting | zniżka zniżki rabat promocja
gift: | regalo regalar | cadeau offrir | geschenk | presente oferta | regalo | cadeau | prezent podarunek upominek
voucher: voucher | vale bono | bon chèque | gutschein | vale voucher cupão | buono | bon cadeaubon | bon voucher kupon
subscription: | suscripción abono membresía | abonnement adhésion | abo abonnement mitgliedschaft | assinatura subscrição mensalidade adesão | abbonamento iscrizione | abonnement lidmaatschap | abonament subskrypcja karnet członkostwo
account: | cuenta | compte | konto | conta | account conto | account | konto logowanie zalogować
password: | contraseña clave | passe | passwort kennwort | senha | password parola | wachtwoord | hasło hasła
forget: forget forgot forgotten | olvidar olvidado olvidé | oublier oublié | vergessen | esquecer esqueci | dimenticare dimenticato | vergeten | zapomnieć zapomniałem zapomniałam
broken: | roto dañado | cassé endommagé | kaputt beschädigt | quebrado danificado partido | rotto danneggiato | kapot beschadigd | uszkodzony zepsuty popsuty
warranty: | garantía | garantie | garantie | garantia | garanzia | garantie | gwarancja
child: | niño niña niños hijos infantil | enfant enfants | kind kinder | criança crianças filhos infantil | bambino bambini figli | kind kinderen | dziecko dzieci dziecka syn córka
child care: | guardería canguro | garderie | kinderbetreuung | creche infantário | asilo babysitter | kinderopvang | opieka przedszkole
pet: | mascota animales | animaux animal chiens | haustier tiere | animal animais estimação | animali | huisdier huisdieren | zwierzę zwierzęta
dog: dog dogs | perro perros | chien chiens | hund hunde | cão cães cachorro | cane cani | hond honden | pies psa psy psem
cat: cat cats | gato | chat | katze | gato | gatto | kat | kot kota
parking: | aparcar aparcamiento estacionar parking | garer parking stationner | parken parkplatz | estacionar estacionamento parque | parcheggio parcheggiare | parkeren parkeerplaats | parking parkingu zaparkować parkować
car: car cars | coche coches carro | voiture voitures auto | auto autos wagen | carro automóvel | macchina auto automobile | auto wagen | samochód samochodem samochodu auto
transit: | autobús tren metro estación tranvía | bus train métro gare tram | bus bahn zug bahnhof | autocarro ônibus comboio trem metro estação | autobus treno metro stazione tram | bus trein metro station tram | autobus pociąg metro tramwaj dworzec
airport: airport | aeropuerto | aéroport | flughafen | aeroporto | aeroporto | luchthaven vliegveld | lotnisko lotniska
access: | silla ruedas ascensor accesible discapacidad | fauteuil roulant ascenseur handicap handicapé | rollstuhl aufzug fahrstuhl barrierefrei | cadeira rodas elevador acessível | sedia rotelle ascensore disabili | rolstoel lift toegankelijk | wózek inwalidzki winda niepełnosprawnych
internet: | wifi internet | wifi internet | wlan wifi internet | wifi internet | wifi internet | wifi internet | wifi internet
breakfast: | desayuno | déjeuner | frühstück | café pequeno almoço | colazione | ontbijt | śniadanie śniadania
lunch: lunch | almuerzo | déjeuner midi | mittagessen | almoço | pranzo | lunch | obiad
dinner: | cena cenar restaurante comer comida | dîner manger restaurant repas | abendessen essen restaurant | jantar restaurante comer refeição | cena ristorante mangiare pasto | diner eten restaurant maaltijd | kolacja restauracja jeść posiłek
food: | comida comer | nourriture manger | essen speisen | comida comer | cibo mangiare | eten | jedzenie
drink: drink drinks beverage | bebida beber | boisson boire | getränk getränke trinken | bebida beber | bevanda bere | drinken drankje | napój napoje pić
water: water | agua | eau | wasser | água | acqua | water | woda wodę
coffee: coffee | café | café | kaffee | café | caffè | koffie | kawa kawę
tea: tea teas | té | thé thés | tee tees | chá chás | tè | thee | herbata herbaty herbatę
milk: milk | leche | lait | milch | leite | latte | melk | mleko mlekiem
caffeine: | cafeína descafeinado | caféine décaféiné | koffein | cafeína descafeinado | caffeina decaffeinato | cafeïne | kofeina bezkofeinowa
organic: organic | ecológico orgánico | bio biologique | bio biologisch | biológico orgânico | biologico bio | biologisch bio | ekologiczny bio organiczny
vegan: | vegano vegetariano | végétarien végétalien végane | vegetarisch vegan | vegano vegetariano | vegano vegetariano | veganistisch vegetarisch | wegański wegetariański
gluten: gluten glutenfree | gluten celíaco | gluten | gluten glutenfrei | glúten | glutine | gluten | gluten bezglutenowe
allergy: | alergia alérgico | allergie allergique | allergie | alergia alérgico | allergia allergico | allergie | alergia uczulenie
nuts: nut nuts | nueces frutos | noix | nüsse | nozes | noci | noten | orzechy
room: | habitación cuarto | chambre | zimmer | quarto | camera stanza | kamer | pokój pokoje pokoju
double: double | doble | double | doppel doppelzimmer | duplo casal | doppia matrimoniale | dubbel tweepersoonskamer | dwuosobowy podwójny
single: single | individual sencilla | simple individuelle | einzel einzelzimmer einfach | individual simples | singola | enkel eenpersoonskamer | jednoosobowy pojedynczy
bed: bed beds | cama | lit | bett betten | cama | letto | bed | łóżko
night: night | noche | nuit | nacht | noite | notte | nacht | noc
key: key keys | llave | clé clef | schlüssel | chave | chiave | sleutel | klucz
arrival: | llegada llegar registro | arrivée arriver | anreise ankunft einchecken | chegada chegar | arrivo arrivare | aankomst inchecken | przyjazd zameldowanie meldunek
departure: | salida salir | départ quitter | abreise auschecken | saída partida sair | partenza uscita | vertrek uitchecken | wyjazd wymeldowanie odjazd
late: | tarde retraso | tard retard | spät verspätung | tarde atraso atrasado | tardi ritardo | laat vertraging | późno spóźnienie spóźnię
bicycle: | bicicleta bici | vélo vélos bicyclette | fahrrad | bicicleta bike | bicicletta bici | fiets fietsen | rower rowery roweru
motorcycle: motorcycle motorbike | moto motocicleta | moto | motorrad | moto motocicleta | moto motocicletta | motor motorfiets | motocykl motor
rent: | alquilar alquiler | louer location | mieten leihen | alugar aluguer aluguel | noleggiare noleggio affittare | huren verhuur | wynająć wypożyczyć wypożyczalnia wynajem
swim: | piscina nadar natación | piscine nager | schwimmbad schwimmen pool | piscina nadar natação | piscina nuotare nuoto | zwembad zwemmen | basen basenu pływać pływalnia
sauna: sauna | sauna | sauna | sauna | sauna | sauna | sauna | sauna sauny saunę
shower: shower showers | ducha duchas | douche douches | dusche duschen | chuveiro duche | doccia docce | douche | prysznic
toilet: toilet toilets bathroom restroom | baño aseo lavabo | toilettes bain | toilette wc bad | banheiro casa | bagno toilette | toilet badkamer | toaleta łazienka
towel: towel towels | toalla toallas | serviette serviettes | handtuch handtücher | toalha toalhas | asciugamano asciugamani | handdoek handdoeken | ręcznik ręczniki
locker: locker lockers | taquilla | casier casiers vestiaire | spind schließfach schließfächer | cacifo armário | armadietto | kluisje kluisjes | szafka szafki
course: | curso cursos clase clases | cours leçon stage | kurs kurse unterricht | curso cursos aula aulas | corso corsi lezione lezioni | cursus les lessen | kurs kursy zajęcia lekcja lekcje
teacher: teacher instructor tutor | profesor profesora maestro | professeur enseignant moniteur | lehrer lehrerin dozent | professor professora | insegnante professore | leraar docent | nauczyciel lektor
coach: | entrenador monitor | entraîneur coach | trainer | treinador | allenatore istruttore | trainer | trener
private: private | particular privado particulares | particulier privé particuliers | privat einzelunterricht | particular privado | privato individuale | privé | prywatny prywatne indywidualne
group: group groups | grupo grupos | groupe groupes | gruppe gruppen | grupo grupos | gruppo gruppi | groep groepen | grupa grupy
beginner: | principiante principiantes | débutant débutants | anfänger | iniciante principiante | principiante principianti | beginner beginners | początkujący
level: level levels | nivel niveles | niveau niveaux | niveau stufe | nível níveis | livello livelli | niveau | poziom
exam: exam examination | examen examinación | examen | prüfung untersuchung | exame | esame | examen onderzoek | egzamin badanie
school: school schools | escuela academia colegio | école lycée | schule schulen | escola | scuola | school | szkoła szkoły szkole
student: student students | estudiante estudiantes alumno alumnos | étudiant étudiants élève élèves | student studenten schüler studierende | estudante estudantes aluno alunos | studente studenti alunno | student studenten leerling | student studenci uczeń uczniowie
senior: senior seniors pensioner pensioners retired | jubilado jubilados mayores | retraité retraités senior | rentner senioren | idoso reformado aposentado | pensionato pensionati anziani | gepensioneerde senioren | emeryt emeryci senior
adult: adult adults | adulto adultos | adulte adultes | erwachsener erwachsene | adulto adultos | adulto adulti | volwassene volwassenen | dorosły dorośli
family: family families | familia familias | famille familles | familie familien | família famílias | famiglia famiglie | gezin familie | rodzina rodziny rodzinny
friend: friend friends | amigo amiga | ami amis amie | freund freunde freundin | amigo amiga | amico amica amici | vriend vriendin | przyjaciel znajomy kolega
book object: textbook textbooks | libro libros | livre livres | buch bücher | livro livros | libro libri | boek boeken | książka książki podręcznik
certificate: | certificado diploma título | certificat diplôme attestation | zertifikat bescheinigung diplom | certificado diploma | certificato attestato diploma | certificaat diploma | certyfikat zaświadczenie dyplom
language: | idioma idiomas lengua hablan | langue langues parlez | sprache sprachen sprechen | língua línguas idioma falam | lingua lingue parlate | taal talen spreken | język języki języku mówicie
english language: english | inglés | anglais | englisch | inglês | inglese | engels | angielski angielsku
spanish language: spanish | español castellano | espagnol | spanisch | espanhol | spagnolo | spaans | hiszpański hiszpańsku
french language: french | francés | français | französisch | francês | francese | frans | francuski francusku
german language: german | alemán | allemand | deutsch | alemão | tedesco | duits | niemiecki niemiecku
italian language: italian | italiano | italien | italienisch | italiano | italiano | italiaans | włoski włosku
polish language: polish | polaco | polonais | polnisch | polaco polonês | polacco | pools | polski polsku
germany: germany | alemania | allemagne | deutschland | alemanha | germania | duitsland | niemcy niemiec
france: france | francia | france | frankreich | frança | francia | frankrijk | francja francji
spain: spain | españa | espagne | spanien | espanha | spagna | spanje | hiszpania hiszpanii
italy: italy | italia | italie | italien | itália | italia | italië | włochy włoch
poland: poland | polonia | pologne | polen | polônia polónia | polonia | polen | polska polski
portugal: portugal | portugal | portugal | portugal | portugal | portogallo | portugal | portugalia
united kingdom: britain kingdom england british | inglaterra unido británico | angleterre royaume britannique | england großbritannien britisch | inglaterra unido britânico | inghilterra unito britannico | engeland brits | anglia brytania
europe: europe european | europa europeo | europe européen | europa europäisch | europa europeu | europa europeo | europa europees | europa europejski
dentist: dentist dental dentists | dentista dental | dentiste dentaire | zahnarzt zahnärztin | dentista | dentista | tandarts | dentysta dentysty stomatolog
tooth: tooth teeth | diente dientes muela muelas | dent dents | zahn zähne | dente dentes | dente denti | tand tanden kies | ząb zęby zęba zębów
pain: | dolor duele duelen | douleur mal | schmerz schmerzen weh | dor dói doem | dolore male fa | pijn | ból boli bóle
urgent: | urgencia urgente emergencia | urgence urgent | notfall dringend | urgência urgente emergência | urgenza urgente emergenza | spoed dringend nood | nagły pilne pogotowie
doctor: | médico médica | médecin docteur | arzt ärztin | médico médica | medico dottore | arts dokter | lekarz lekarza doktor
patient: patient patients | paciente pacientes | patient patients | patient patienten | paciente pacientes | paziente pazienti | patiënt patiënten | pacjent pacjenci pacjentów
pregnant: pregnant pregnancy | embarazada embarazo | enceinte grossesse | schwanger schwangerschaft | grávida gravidez | incinta gravidanza | zwanger zwangerschap | ciąża ciąży
fear: | miedo temor nervioso | peur crainte | angst | medo receio | paura ansia | bang angst | boję strach lęk
insurance: | seguro aseguradora | assurance mutuelle | versicherung krankenkasse | seguro convênio plano | assicurazione mutua | verzekering zorgverzekering | ubezpieczenie
illness: | enfermo enfermedad lesión | malade maladie blessure | krank krankheit verletzung | doente doença lesão | malato malattia infortunio | ziek ziekte blessure | chory choroba kontuzja
medicine: medicine medicines medication | medicina medicamento | médicament | medikament medikamente | medicamento remédio | medicina farmaco | medicijn medicijnen | lek leki
cleaning: clean cleaning cleaned | limpieza limpiar | nettoyage nettoyer détartrage | reinigung reinigen zahnreinigung | limpeza limpar | pulizia pulire | reiniging schoonmaken | czyszczenie czyścić sprzątanie
new: new | nuevo nueva nuevos | nouveau nouvelle nouveaux | neu neue neuen | novo nova novos | nuovo nuova nuovi | nieuw nieuwe | nowy nowa nowi nowych
age: | edad años | âge ans | alter | idade anos | età anni | leeftijd jaar | wiek wieku lat
minimum: minimum least | mínimo mínima | minimum minimal | mindest mindestens mindestalter | mínimo mínima | minimo minima | minimum minimaal | minimalny minimum
month: month months monthly | mes meses mensual | mois mensuel | monat monate monatlich | mês meses mensal | mese mesi mensile | maand maanden maandelijks | miesiąc miesiące miesięcznie miesięczny
week: week weeks weekly | semana semanas | semaine semaines | woche wochen | semana semanas | settimana settimane | week weken | tydzień tygodnie tygodniu
day: day days | día días | jour jours | tag tage | dia dias | giorno giorni | dag dagen | dzień dni
year: year years yearly annual | año años anual | an année annuel | jahr jahre jährlich | ano anos anual | anno anni annuale | jaar jaarlijks | rok roku rocznie
saturday: saturday saturdays | sábado sábados | samedi | samstag samstags sonnabend | sábado | sabato | zaterdag | sobota sobotę soboty
sunday: sunday sundays | domingo domingos | dimanche | sonntag sonntags | domingo | domenica | zondag | niedziela niedzielę
weekend: weekend weekends | fin semana | weekend | wochenende | fim semana | weekend fine | weekend | weekend
monday: monday mondays | lunes | lundi | montag montags | segunda | lunedì | maandag | poniedziałek
evening: evening evenings | tarde noche | soir soirée | abend abends | noite tarde | sera serale | avond | wieczór wieczorem
morning: morning mornings | mañana | matin matinée | morgen morgens vormittag | manhã | mattina mattino | ochtend morgen | rano ranek
holiday: holiday holidays | festivo festivos vacaciones | férié fériés vacances | feiertag feiertage ferien urlaub | feriado feriados férias | festivo festivi vacanze | feestdag vakantie | święto święta wakacje
christmas: christmas | navidad | noël | weihnachten | natal | natale | kerst | boże święta
winter: winter | invierno | hiver | winter | inverno | inverno | winter | zima zimą zimie
summer: summer | verano | été | sommer | verão | estate | zomer | lato latem
ticket: | billete entrada boleto | billet ticket entrée | ticket karte fahrkarte eintritt | bilhete passagem ingresso entrada | biglietto biglietti ingresso | kaartje ticket | bilet bilety biletu
trip: trip journey travel crossing | viaje travesía trayecto | voyage trajet traversée | reise fahrt überfahrt | viagem travessia | viaggio traversata | reis overtocht | podróż rejs przejazd
ship: ship boat ferry vessel | barco ferry buque | bateau navire ferry | schiff boot fähre | barco navio balsa ferry | nave traghetto barca | schip boot veerboot | statek prom promem łódź
luggage: luggage baggage suitcase suitcases bag bags | equipaje maleta maletas | bagage bagages valise valises | gepäck koffer | bagagem mala malas | bagaglio bagagli valigia | bagage koffer | bagaż bagaże walizka
passport: passport identity | pasaporte dni documento | passeport identité | reisepass pass ausweis personalausweis | passaporte documento | passaporto documento identità | paspoort identiteitskaart | paszport dowód
visa: visa visas | visado visa | visa | visum | visto | visto | visum | wiza wizę
transfer ride: pick pickup collect | recoger recogida | chercher navette | abholen abholung | buscar recolher | prelevare navetta venire | ophalen | odebrać odbiór
smoke: | fumar tabaco cigarrillo | fumer tabac cigarette | rauchen | fumar tabaco cigarro | fumare sigaretta tabacco | roken sigaret | palić palenie papierosy
trial: | prueba probar | essai essayer | probe testen ausprobieren probetraining | experimentar teste avaliação | prova provare | proef proberen proefles | próbny próbna wypróbować test
contract: contract contracts | contrato permanencia | contrat engagement | vertrag | contrato fidelização | contratto vincolo | contract | umowa umowy
invoice: | factura facturas recibo | facture factures reçu | rechnung rechnungen beleg | fatura faturas recibo | fattura fatture ricevuta | factuur facturen bon | faktura faktury rachunek paragon
bank: bank banks | banco bancos | banque banques | bank banken | banco bancos | banca banche | bank banken | bank banku
tax: | impuesto impuestos iva | taxe taxes impôt tva | steuer steuern | imposto taxa iva | tassa tasse iva | belasting btw | podatek vat
data: data | datos | données | daten | dados | dati | gegevens | dane danych
privacy: | privacidad protección | confidentialité vie | datenschutz | privacidade proteção | privacy riservatezza | privacy | prywatność ochrona
security: secure security safe | seguridad seguro | sécurité sûr | sicherheit sicher | segurança seguro | sicurezza sicuro | veiligheid veilig | bezpieczeństwo bezpieczny
server: server servers | servidor servidores | serveur serveurs | server | servidor servidores | server | server servers | serwer serwery
storage place: store stored kept hosted | almacenar guardar almacenados | stocker conserver stockées hébergées | speichern gespeichert aufbewahrt | armazenar guardar | conservare archiviare | bewaren opgeslagen | przechowywać przechowywane
delete: delete deleted erase erased remove | borrar eliminar | supprimer effacer | löschen gelöscht gelöschte | apagar eliminar excluir | cancellare eliminare | verwijderen wissen | usunąć usunięte skasować
restore: restore recover undo | recuperar restaurar | récupérer restaurer | wiederherstellen zurückholen | recuperar restaurar | recuperare ripristinare | herstellen terughalen | przywrócić odzyskać
document: document documents file files | documento documentos archivo archivos | document documents fichier fichiers | dokument dokumente datei dateien | documento documentos arquivo ficheiro | documento documenti file | document documenten bestand bestanden | dokument dokumenty plik pliki
app: app apps application | aplicación app | application appli | app anwendung | aplicativo aplicação app | app applicazione | app | aplikacja aplikację
mobile: mobile phone smartphone iphone android | móvil celular | mobile portable | handy smartphone mobil | celular telemóvel móvel | cellulare mobile | mobiel telefoon | komórka telefon mobilny
invite: invite invitation join | invitar invitación unirse | inviter invitation rejoindre | einladen einladung lade | convidar convite | invitare invito | uitnodigen uitnodiging | zaprosić zaproszenie
colleague: colleague colleagues team user users | compañero equipo usuarios | collègue collègues équipe utilisateurs | kollege kollegen team benutzer | colega colegas equipe equipa usuários | collega colleghi squadra utenti | collega collegas team gebruikers | kolega współpracownik zespół użytkownik
connect: connect link connection | conectar vincular conexión | connecter relier connexion | verbinden verknüpfen | conectar ligar | collegare connettere | verbinden koppelen | połączyć podłączyć
export: export exported | exportar | exporter | exportieren | exportar | esportare | exporteren | eksport eksportować
import: import upload | importar subir | importer téléverser | importieren hochladen | importar carregar | importare caricare | importeren uploaden | importować przesłać
upgrade: | mejorar plan | forfait formule | tarif | plano | piano | pakket | plan
company: company companies business firm firms | empresa empresas negocio | entreprise entreprises société | firma firmen unternehmen | empresa empresas | azienda aziende ditta impresa | bedrijf bedrijven | firma firmy przedsiębiorstwo
charity: charity charities nonprofit nonprofits | ong benéfica | association associations caritatif | gemeinnützig gemeinnützige verein vereine | ong caridade beneficente | onlus beneficenza associazione | goed stichting | fundacja charytatywna
job: | empleo trabajo vacante trabajar | emploi travail poste recrutement | stelle stellen job arbeiten jobs | emprego trabalho vaga trabalhar | lavoro lavorare assunzione | baan vacature werken | praca pracy zatrudniacie
complaint: complaint complain complaints | queja quejas reclamación | réclamation plainte | beschwerde reklamation beschweren | reclamação queixa | reclamo lamentela | klacht klachten | reklamacja skarga
help: support assistance | ayuda asistencia soporte | aide assistance support | hilfe unterstützung | ajuda suporte apoio | aiuto assistenza supporto | hulp ondersteuning | pomoc wsparcie
repair: | reparar reparación arreglar | réparer réparation | reparieren reparatur | reparar conserto consertar | riparare riparazione | repareren reparatie herstellen | naprawa naprawić naprawiacie
size: | tamaño talla grande medidas | taille grand mesures | größe groß maße | tamanho grande medidas | misura taglia grande dimensioni | maat grootte groot | rozmiar wielkość duży
weather: weather storm rain wind | tiempo tormenta lluvia viento clima | météo tempête pluie vent | wetter sturm regen wind | tempo tempestade chuva vento | tempo tempesta pioggia vento meteo | weer storm regen wind | pogoda sztorm deszcz wiatr
excursion: excursion excursions trip tour tours | excursión excursiones visita | excursion excursions visite | ausflug ausflüge tour | excursão excursões passeio | escursione escursioni gita | excursie uitstapje | wycieczka wycieczki
walk: hike hikes walk walking hiking trail trails | caminata senderismo pasear | randonnée promenade marche | wanderung wanderungen wanderweg spaziergang wandern | caminhada trilha passeio | escursione passeggiata camminata | wandeling wandelen | wędrówka spacer szlak
accommodation: accommodation lodging housing apartment flat | alojamiento piso apartamento vivienda hospedaje | hébergement logement appartement | unterkunft wohnung wohnen | alojamento apartamento hospedagem moradia | alloggio appartamento | accommodatie appartement verblijf | zakwaterowanie mieszkanie nocleg
stay: stay live living | quedarse vivir estancia | séjour rester loger vivre | aufenthalt bleiben wohnen | ficar morar estadia | soggiorno restare stare vivere | verblijf blijven wonen | pobyt zostać mieszkać
registration: register registration enrol enroll enrolment signup | inscripción inscribirse matrícula inscribo | inscription inscrire | anmeldung anmelden einschreibung | inscrição matrícula inscrever | iscrizione iscriversi | inschrijving inschrijven aanmelden | zapisy zapisać rejestracja
included: include included includes | incluido incluida incluidos | inclus incluse compris | enthalten inbegriffen inklusive | incluído incluída incluso | incluso inclusa compreso | inbegrepen inclusief | wliczone wliczony
deposit: | señal depósito fianza | acompte caution arrhes | anzahlung kaution | sinal depósito caução | caparra acconto deposito | aanbetaling borg | zaliczka kaucja depozyt
yoga: yoga | yoga | yoga | yoga | ioga yoga | yoga | yoga | joga jogi
fitness: gym fitness workout training | gimnasio entrenamiento | sport salle entraînement | fitnessstudio training sport | academia ginásio treino | palestra allenamento | sportschool training | siłownia trening
membership: membership member members | socio socios membresía | membre membres adhésion | mitglied mitglieder mitgliedschaft | sócio sócios membro | socio iscritto tessera | lid leden lidmaatschap | członek członkostwo karnet
implant: implant implants | implante implantes | implant implants | implantat implantate | implante implantes | impianto impianti | implantaat | implant implanty
crown: crown crowns | corona coronas | couronne couronnes | krone kronen | coroa coroas | corona corone | kroon kronen | korona korony
filling: filling fillings | empaste empastes | plombage obturation | füllung füllungen plombe | obturação restauração | otturazione | vulling | plomba wypełnienie
club: club | club | club | club klub | clube | club | club | klub klubu
accept: accept accepted | aceptar aceptan acepta | accepter acceptez | akzeptieren annehmen | aceitar aceitam | accettare accettate | accepteren | przyjmować przyjmujecie akceptujecie
open goods: opened unopened open | abierto | ouvert | geöffneten geöffnete offen | aberto | aperto | geopend | otwarte
temperature: | temperatura | température | temperatur | temperatura | temperatura | temperatuur | temperatura
garden: garden courtyard terrace | jardín patio terraza | jardin cour terrasse | garten hof terrasse | jardim pátio terraço | giardino cortile terrazza | tuin terras | ogród taras
view: view balcony | vista balcón | vue balcon | blick aussicht balkon | vista varanda | vista balcone | uitzicht balkon | widok balkon
friend: buddy mate pal companion |||||||
broken: pieces shattered smash torn ripped cracked |||||||
fear: panic terrified phobia |||||||
swelling: swell swollen swelling puffy | hinchado hinchazón | enflé gonflement | schwellung geschwollen | inchado inchaço | gonfio gonfiore | zwelling gezwollen | opuchlizna spuchnięty
business customers: bistro pub hotel caterer catering |||||||
illness: flu unwell broken fracture | | | grippe erkältet | | | |
gate: gate turnstile barrier door entrance | puerta entrada torno | porte portail entrée | tür tor eingang schranke | porta portão catraca | porta cancello ingresso | deur poort ingang | drzwi brama wejście
late: midnight | medianoche | minuit | mitternacht nachts | meia noite | mezzanotte | middernacht | północ
evening: bed bedtime tonight | | | | | | |
nutrition: nutrition diet dietitian protein eating | nutrición dieta | nutrition régime diététicien | ernährung diät | nutrição dieta | nutrizione dieta | voeding dieet | dieta odżywianie
excursion: activities sights sightseeing outdoors | actividades | activités | unternehmen unternehmungen aktivitäten draußen | atividades | attività | activiteiten | atrakcje
transfer: | | | überweisen vorab vorauszahlung | | | |
abroad: abroad overseas foreign travelling traveling | extranjero | étranger | ausland verreist | exterior estrangeiro | estero | buitenland | zagranica
`

export type Translation = { name: string; words: Partial<Record<LanguageName, string>> }

export const translations: Translation[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const colon = line.indexOf(':')
    const words = line
      .slice(colon + 1)
      .split('|')
      .map((cell) => cell.trim())
    return {
      name: line.slice(0, colon),
      words: Object.fromEntries(columns.flatMap((language, n) => (words[n] ? [[language, words[n]]] : []))),
    }
  })

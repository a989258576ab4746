/** Words by which the language of a message is told, besides stop words: of visitors' requests, and of other languages. */
import type { Language } from '../phrases.ts'

export const requestWords: Record<Language, string> = {
  en: 'would like want wanted need book booking reserve reservation please hello hi thanks thank help possible price prices open opening closed arrive arriving room rooms table breakfast available speak write two three people kids children tomorrow today tonight evening next week looking send give show allowed bring stay nights check still let got going sorry again dont im id ill whats much many long far pool parking often cost costs',
  de: 'möchte möchten hätte hätten gerne gern brauche brauchen reservieren buchen buchung reservierung bitte hallo guten danke hilfe möglich preis preise geöffnet geschlossen anreise ankommen zimmer tisch frühstück verfügbar sprechen schreiben zwei drei vier personen kinder erwachsene morgen heute abend nächste nächsten woche suche schicken geben zeigen erlaubt mitbringen bleiben nächte leider dass euch ihnen haustiere gibts stornieren kostenlos wünsche noch können könnten könnte kostet kosten tag tage wann wer wen wem warum wieso wieviel viele lange weit oft kann kannst darf gibt teuer denn ja nein mal bis',
  es: 'quiero quisiera querría quería necesito necesitamos reservar reserva favor hola buenos buenas gracias ayuda precio precios abierto cerrado habitación habitaciones mesa desayuno disponible hablar escribir personas niños adultos mañana noche próxima semana busco enviar mostrar permitido traer quedarnos noches puedo podría tienen cuesta gustaría somos tienen dónde está habitación puedo cuánto cómo cuándo hasta vale muy gratis perro aparcamiento',
  fr: 'voudrais voudrions veux voulons besoin réserver réservation bonjour bonsoir merci aide prix ouvert fermé arriver chambre chambres table déjeuner disponible parler écrire deux trois quatre personnes enfants adultes demain aujourd hui soir prochaine semaine cherche envoyer montrer permis apporter rester nuits puis pouvez pourrais aimerais sommes êtes votre vos chien coûte cest jai jaimerais quest où quand combien comment pourquoi qui quel quelle quelles estce trouve possible annuler gratuitement est-ce il elle avez',
  pt: 'quero queria gostaria preciso precisamos reservar reserva favor olá obrigado obrigada bom boa ajuda preço preços aberto fechado quarto quartos mesa pequeno almoço disponível falar escrever duas dois três quatro pessoas crianças adultos amanhã hoje noite próxima semana procuro enviar mostrar permitido trazer ficar noites posso podem podemos poderia vocês custa horas gostava cão cachorro onde fica que quando quanto quanta como qual quais até horas abrem abre fecha tem têm dia posso grátis estacionamento',
  it: 'vorrei vorremmo voglio bisogno prenotare prenotazione favore ciao buongiorno buonasera grazie aiuto prezzo prezzi aperto chiuso camera camere tavolo colazione disponibile parlare scrivere due tre quattro persone bambini adulti domani oggi sera prossima settimana cerco inviare mostrare permesso portare restare notti posso potete potrei siamo avete costa mio ora cane cè dove quanto quando posso fino può dov è dov è c è trova trovo parcheggio gratis quale quali che ora come chi cosa quanti mi quante sono',
  nl: 'zou zouden willen graag nodig reserveren reservering boeken alstublieft hallo goedemorgen goedendag bedankt dank hulp mogelijk prijs prijzen geopend gesloten aankomen kamer kamers tafel ontbijt beschikbaar spreken schrijven twee drie vier personen kinderen volwassenen morgen vandaag avond volgende week zoek sturen geven tonen toegestaan meenemen blijven nachten hebt jullie onze hond laat hoeveel hoe laat waar wanneer wat wie waarom welke kan kunnen mag moet kost kosten er een het duur parkeren',
  pl: 'chciałbym chciałabym chcę chcemy potrzebuję zarezerwować rezerwacja dzień dobry dziękuję proszę pomoc cena ceny otwarte zamknięte pokój pokoje stolik śniadanie dostępny rozmawiać pisać dwie dwa trzy cztery osoby osób dzieci dorosłych jutro dzisiaj dziś wieczór wieczorem przyszły tydzień szukam wysłać pokazać wolno zabrać zostać noce jesteśmy jestem państwo godzinie której psa można mogę czy macie ile gdzie kiedy kto jak jaki kosztuje nas czworo dwoje basen państwa godzina godziny',
  tr: 'istiyorum istiyoruz isterim lazım rezervasyon yapmak merhaba günaydın teşekkürler ederim yardım fiyat fiyatlar açık kapalı oda odalar masa kahvaltı müsait konuşmak yazmak iki kişi kişilik çocuk yetişkin yarın bugün akşam gelecek hafta arıyorum gönderin gösterin getirebilir kalmak gece misiniz miyim mısınız musunuz var mı saat kaçta köpek köpeğimi nerede nereye ne zaman kim nasıl niçin kadar ücretsiz tutar edebilir edebilirim edebiliriz miyiz alabilir',
  ar: 'أريد اريد أود احتاج أحتاج حجز احجز غرفة غرف طاولة مرحبا السلام عليكم شكرا مساعدة السعر سعر مفتوح مغلق الإفطار الفطور متاح التحدث شخص أشخاص اطفال أطفال غدا اليوم مساء القادم الأسبوع هل لديكم يمكنني فضلك الساعة كم متى لي أين اين ماذا ما كيف لماذا من في يمكن يقع الفندق موقف سيارات تكلفة',
  hi: 'चाहता चाहती चाहिए बुक बुकिंग आरक्षण नमस्ते धन्यवाद मदद कीमत खुला बंद कमरा कमरे टेबल नाश्ता उपलब्ध बात लोग लोगों बच्चे वयस्क कल आज शाम अगले हफ्ते करना करनी कृपया मैं मुझे हम हमें कितने बजे कब क्या है हैं के का की में लिए आपके पास कहाँ कहां कौन कैसे क्यों कितना कितनी को से पर में हो सकता सकती सकते अभी तक आया हूँ हूं मेरा मेरे अपना नहीं भी और',
  ja: '',
  zh: '',
}

/** Languages that the server doesn't speak, which share words with those that it does. */
export const otherWords: Record<string, string> = {
  romanian:
    'cât costă cameră camere este la ce oră aveți mic dejun pot câine vreau doresc rezerv masă mulțumesc bună ziua seara când unde vă rog persoane pentru',
  swedish:
    'vad kostar hur mycket rum hund får jag kan vi ni har när öppnar var ligger tack hej frukost boka bord',
  danish:
    'hvad koster hvor meget værelse hund må jeg kan vi har hvornår åbner ligger tak hej morgenmad bestille bord',
  norwegian:
    'hva koster hvor mye rom hund får jeg kan vi har når åpner ligger takk hei frokost bestille bord parkering',
  catalan:
    'amb els per una que es del hi ha puc vull quin quina quan bon dia teniu voldria gràcies és sóc som esteu tenen meva meu nostre això aquest aquesta però molt més fins on hora sisplau si us plau reservar taula demà avui les',
  galician:
    'quero unha para o a os as que é non podo grazas bos días ola teñen moito máis hoxe mañá mesa gustaríame reservar ao cando onde polo pola',
  czech:
    'jsem jste jsou máte mám můžu mohu můžeme kdy kde jak kolik není ale nebo pro dobrý den prosím děkuji je to na se si ve do od za v s z k a i u o že který která chtěl chtěla bych rezervovat pokoj stůl snídaně stojí otevřeno dnes zítra psa co',
  slovak:
    'som ste sú máte mám môžem kedy kde ako koľko nie ale alebo pre dobrý deň prosím ďakujem je to na sa si vo do od za v s z k a i u o že ktorý chcel chcela by rezervovať izbu raňajky',
  croatian:
    'sam ste su imate imam mogu kada gdje kako koliko nije ali ili za dobar dan molim hvala je li to na se u od do s i a o da što koji želim rezervirati sobu doručak',
  afrikaans:
    'ek nie julle hulle ons wat dit is kan asseblief dankie hoeveel het jy die en vir my om te op in met van wil graag bespreek kamer hoe laat ontbyt môre vandag waar',
  filipino:
    'ang ng sa mga po ako ikaw siya kami tayo kayo sila ito iyan ano saan kailan paano magkano gusto ko mo namin salamat magandang oo hindi may meron ba para na at',
  marathi:
    'आहे आहेत मला आम्हाला तुम्ही आपण काय कधी कुठे कसे किती नाही आणि साठी मध्ये ची चा चे हवे पाहिजे धन्यवाद नमस्कार कृपया मी तुमच्या',
  luxembourgish:
    'ech mir dir hutt hues kann ass wéi wou wéini net mat fir an op den d de dat merci moien eng een gär hun hunn iech',
  vietnamese:
    'tôi bạn có không là và của cho một những các được này khi nào ở đâu bao nhiêu giờ xin chào cảm ơn muốn đặt phòng',
}

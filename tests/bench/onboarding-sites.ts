/** Public websites of small businesses, and what is right for them, judged by a look at each. Their files stay outside. */
export type MeasuredSite = {
  /** The folder, and the repository on GitHub that it is a copy of. */
  name: string
  repository: string
  /** The path of the first page. */
  home: string
  company: string
  description: string
  /** What a designer would call the site's colour; several where it has two. */
  colors: string[]
  /** The files that are its icon; none where it has none. */
  icons: string[]
}

export const measuredSites: MeasuredSite[] = [
  {
    name: 'AAappliances',
    repository: '0-chrollo/AAappliances',
    home: '',
    company: 'A&A Appliance Spares',
    description: 'A&A Appliance Spares and what it offers to its customers.',
    colors: [],
    icons: [],
  },
  {
    name: 'Gurati-Coffee',
    repository: 'BiniyamETH/Gurati-Coffee',
    home: '',
    company: 'Gurati Coffee',
    description: 'Gurati Coffee and what it offers to its customers.',
    colors: ['#1b4332', '#d4a017'],
    icons: [],
  },
  {
    name: 'saehan-en',
    repository: 'an24163-bot/saehan-en',
    home: '',
    company: 'Saehan Nanotech',
    description: 'Saehan Nanotech and what it offers to its customers.',
    colors: ['#004ea1'],
    icons: ['favicon.ico', 'images/icon-192.png'],
  },
  {
    name: 'br-advocacia-site',
    repository: 'anabeatrizrossetoadv-prog/br-advocacia-site',
    home: '',
    company: 'Beatriz Rosseto Advocacia',
    description: 'Beatriz Rosseto Advocacia and what it offers to its customers.',
    colors: ['#92652f'],
    icons: [],
  },
  {
    name: 'domeriusservices',
    repository: '0-chrollo/domeriusservices',
    home: '',
    company: 'Domerius Services',
    description: 'Domerius Services and what it offers to its customers.',
    colors: ['#d1820b'],
    icons: ['apple-touch-icon.png', 'android-chrome-192x192.png', 'android-chrome-512x512.png'],
  },
  {
    name: 'elrinconcitodexalo',
    repository: 'Snalius/elrinconcitodexalo',
    home: 'main.html',
    company: 'El Rinconcito de Xaló',
    description: 'El Rinconcito de Xaló and what it offers to its customers.',
    colors: ['#ff6b35'],
    icons: ['image/Portada_restaurante.jpeg'],
  },
  {
    name: 'mettbach-service',
    repository: 'webdesign-hs/mettbach-service',
    home: '',
    company: 'Mettbach Entrümpelservice',
    description: 'Mettbach Entrümpelservice and what it offers to its customers.',
    colors: [],
    icons: ['public/favicon.png'],
  },
  {
    name: 'proeventexhibition',
    repository: 'amren29/proeventexhibition',
    home: '',
    company: 'Pro Event & Exhibition',
    description: 'Pro Event & Exhibition and what it offers to its customers.',
    colors: ['#c12a2a'],
    icons: ['logo/FAVICON.png'],
  },
  {
    name: 'saehan-fr',
    repository: 'an24163-bot/saehan-fr',
    home: '',
    company: 'Saehan Nanotech',
    description: 'Saehan Nanotech and what it offers to its customers.',
    colors: ['#004ea1'],
    icons: ['favicon.ico', 'images/icon-192.png'],
  },
  {
    name: 'keva-wellness-center',
    repository: 'Binodpatra143/keva-wellness-center',
    home: '',
    company: 'Keva Wellness Center',
    description: 'Keva Wellness Center and what it offers to its customers.',
    colors: [],
    icons: [],
  },
]

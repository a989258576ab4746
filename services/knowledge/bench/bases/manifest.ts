/**
 * The public documentations that retrieval is measured on besides the invented businesses. Their texts are not part of
 * this project: `read-public-base.ts` reads them from a local folder. Only documentations whose repository itself states
 * the licence, at that commit, take part.
 */
export type PublicBase = {
  name: string
  /** On GitHub. */
  repository: string
  commit: string
  /** The folders of the repository that make up the base; `.` for all of it. */
  folders: string[]
  licence: string
}

export const publicBases = {
  analytics: {
    name: 'analytics',
    repository: 'plausible/docs',
    commit: '208d58cab715dffc0ab4e3bd100b2ed0c0e7a0c0',
    folders: ['docs'],
    licence: 'CC-BY-SA-4.0',
  },
  government: {
    name: 'government',
    repository: '18F/handbook',
    commit: '1e4955634d0369f17e5bbc0ebbf8f62e2a3dfe4b',
    folders: ['pages'],
    licence: 'public domain, CC0-1.0',
  },
  softwareCompany: {
    name: 'softwareCompany',
    repository: 'sourcegraph/handbook',
    commit: '5752928b213a3ddbc7cee4459524f404a5b96fb4',
    folders: [
      ...['benefits-pay-perks', 'company-info-and-process', 'handbook', 'team', 'strategy-goals'],
      ...'people-talent security finance sales tech-ops product legal marketing cloud'
        .split(' ')
        .map((department) => `departments/${department}`),
    ].map((folder) => `content/${folder}`),
    licence: 'Apache-2.0',
  },
  meetings: {
    name: 'meetings',
    repository: 'jitsi/handbook',
    commit: '39ea55309eff25a339b4c31fa5367f25842c0f5a',
    folders: ['docs/user-guide'],
    licence: 'Apache-2.0',
  },
  openData: {
    name: 'openData',
    repository: 'etalab/guides.etalab.gouv.fr',
    commit: '57b72b126b0e10435f8a49440a190b598b0f88e9',
    folders: ['.'],
    licence: 'Licence Ouverte 2.0',
  },
  socialNetwork: {
    name: 'socialNetwork',
    repository: 'mastodon/documentation',
    commit: '2903485da54a20f1da5e7dfb8b34712e6196e8f7',
    folders: ['content/ja/user'],
    licence: 'GFDL-1.3',
  },
  policies: {
    name: 'policies',
    repository: 'basecamp/policies',
    commit: 'd39f6f17bbd90d82b1df9fa7a0df845edd487de0',
    folders: ['.'],
    licence: 'CC-BY-4.0',
  },
  audioEditor: {
    name: 'audioEditor',
    repository: 'audacity/audacity-support',
    commit: '58ecdb504039b73bdd6cb9315bd72ff7df903831',
    folders: [
      'audio-analysis',
      'audio-editing',
      'basics',
      'music',
      'repairing-audio',
      'special-uses',
      'troubleshooting',
    ],
    licence: 'CC-BY-4.0',
  },
  flashcards: {
    name: 'flashcards',
    repository: 'ankitects/anki-manual',
    commit: '91630ddcdce42a139e6ed1c04ceb0cdf818f746b',
    folders: ['src'],
    licence: 'CC-BY-SA-4.0',
  },
  teamGuides: {
    name: 'teamGuides',
    repository: '18F/guides',
    commit: 'debc24b34f23686194d9fe42e391859d569bd39a',
    folders: ['content'],
    licence: 'public domain, CC0-1.0',
  },
} satisfies Record<string, PublicBase>

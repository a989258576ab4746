/** The mails about the deletion of a workspace, to each of its members. */

export type DeletionMail = { subject: string; text: string }

/** `byName`: who asked for it. `deletedOn`: the day, in words. `isOwner`: whether the reader can keep it. */
export function deletionRequestedMail(about: {
  workspaceName: string
  byName: string
  deletedOn: string
  isOwner: boolean
  link: string
}): DeletionMail {
  const [workspaceName, byName] = [about.workspaceName, about.byName].map(inOneLine)
  const { deletedOn, isOwner, link } = about
  return {
    subject: `${workspaceName} will be deleted on ${deletedOn}`,
    text: paragraphs(
      `${byName} asked for the deletion of the workspace “${workspaceName}”.`,
      'Its agents have stopped answering visitors. Until then everything in it can be read and exported, and nothing changed.',
      isOwner
        ? `You can keep the workspace until ${deletedOn}:`
        : `Its owner can keep the workspace until ${deletedOn}. To read it until then:`,
      link,
      `On ${deletedOn} its agents, knowledge, conversations and leads are erased for good.`,
    ),
  }
}

export function deletionUndoneMail(about: {
  workspaceName: string
  byName: string
  link: string
}): DeletionMail {
  const [workspaceName, byName] = [about.workspaceName, about.byName].map(inOneLine)
  return {
    subject: `${workspaceName} is kept`,
    text: paragraphs(
      `${byName} kept the workspace “${workspaceName}”. It is not deleted, and its agents answer again.`,
      about.link,
    ),
  }
}

export function workspaceDeletedMail(about: { workspaceName: string }): DeletionMail {
  const workspaceName = inOneLine(about.workspaceName)
  return {
    subject: `${workspaceName} was deleted`,
    text: paragraphs(
      `The workspace “${workspaceName}” was deleted, with its agents, knowledge, conversations and leads. This can’t be undone.`,
      'Your account and your other workspaces stay as they are.',
    ),
  }
}

const paragraphs = (...texts: string[]) => texts.join('\n\n').concat('\n')

/** Without line breaks, and without what a mail would show as an address to follow. */
function inOneLine(name: string): string {
  return name.replace(/\s+/g, ' ').replace(/https?:\/\//gi, '')
}

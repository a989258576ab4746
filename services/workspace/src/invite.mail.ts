/** The text of the mail that invites somebody to a workspace. */

/** Names are shown as their owners wrote them; the frame of mails escapes them. */
export function inviteMail(invite: { workspaceName: string; inviterName: string; link: string }): {
  subject: string
  text: string
} {
  const { link } = invite
  const [workspaceName, inviterName] = [invite.workspaceName, invite.inviterName].map(inOneLine)
  return {
    subject: `${inviterName} invited you to ${workspaceName}`,
    text: [
      `${inviterName} invited you to the workspace “${workspaceName}”.`,
      'Open this link to join it, with an account of the address that this mail was sent to:',
      link,
      'The link is valid for 7 days and works once. If you did not expect it, you can ignore this mail.',
    ]
      .join('\n\n')
      .concat('\n'),
  }
}

/** Without line breaks, and without what a mail would show as an address to follow. */
function inOneLine(name: string): string {
  return name.replace(/\s+/g, ' ').replace(/https?:\/\//gi, '')
}

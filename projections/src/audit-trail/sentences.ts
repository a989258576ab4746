/** Events in plain words, for people who read the timeline. */
const sentences: Record<string, string> = {
  UserSignedUp: 'Signed up',
  PasswordChanged: 'Changed the password',
  PasswordHashUpgraded: 'Password stored with stronger parameters',
  ProfileChanged: 'Changed the profile',
  OneTimeCodeRequested: 'Asked for a one-time code',
  OneTimeCodeUsed: 'Used a one-time code',
  OneTimeCodeMissed: 'Entered a wrong one-time code',
  SessionStarted: 'Signed in',
  SessionRevoked: 'Ended a session',
  WorkspaceCreated: 'Created the workspace',
  WorkspaceMemberAdded: 'Joined the workspace',
  WorkspaceRenamed: 'Renamed the workspace',
  WorkspaceSecretRegenerated: 'Replaced the workspace secret',
  AgentCreated: 'Created an agent',
  AgentPublished: 'Published changes to an agent',
  AgentRenamed: 'Renamed an agent',
  AgentBackupSaved: 'Kept a version of an agent',
  AgentVersionRestored: 'Restored an earlier version of an agent',
  AgentDeleted: 'Deleted an agent',
  KnowledgeSourceAdded: 'Added knowledge',
  KnowledgeSourceIngested: 'Read a knowledge source',
  KnowledgeSourceFailed: 'Could not read a knowledge source',
  KnowledgeSourceEdited: 'Edited knowledge',
  KnowledgeSourceDeleted: 'Deleted knowledge',
  ConversationStarted: 'Started a conversation',
  VisitorMessageReceived: 'Wrote to an agent',
  AgentReplied: 'Agent replied',
  ReplyFailed: 'No reply could be given',
  CreditsGranted: 'Credits granted',
  CreditsHeld: 'Credits held for a reply',
  CreditsSettled: 'Credits charged for a reply',
  CreditsReleased: 'Held credits given back',
}

export function sentenceFor(type: string): string {
  return sentences[type] ?? type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
}

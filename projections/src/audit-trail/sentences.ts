/** Events in plain words, for people who read the timeline. */
const sentences: Record<string, string> = {
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
  AgentGreeted: 'Agent greeted the visitor',
  AgentReplied: 'Agent replied',
  ReplyFailed: 'No reply could be given',
  HumanReplied: 'Replied as a person',
  HandoffRequested: 'Asked for a person',
  OwnershipChanged: 'Conversation changed hands',
  ConversationStatusChanged: 'Resolved or reopened a conversation',
  ConversationRead: 'Read a conversation',
  ConversationTagged: 'Tagged a conversation',
  ConversationAssigned: 'Assigned a conversation',
  ConversationDeleted: 'Deleted a conversation',
  NoteAdded: 'Added a note',
  NoteRemoved: 'Removed a note',
  FeedbackGiven: 'Rated an answer',
  FieldsCaptured: 'Details captured',
  CreditsGranted: 'Credits granted',
  CreditsHeld: 'Credits held for a reply',
  CreditsSettled: 'Credits charged for a reply',
  CreditsReleased: 'Held credits given back',
}

export function sentenceFor(type: string): string {
  const words = type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return sentences[type] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** The fields of an agent that the widget gets (part 1 §3, 'Public agent data'), with defaults. */
import type { AgentDocument, PublicAgent } from './document.ts'

/** Returns exactly the public fields of a document and no others. Its CSS is returned as its owner wrote it. */
export function publicAgentOf(document: AgentDocument): PublicAgent {
  return {
    ID: document.ID ?? '',
    ownerID: document.ownerID ?? '',
    title: document.title ?? '',
    description: document.description ?? '',
    autoOpenWidget: document.autoOpenWidget ?? false,
    autoStartWidget: document.autoStartWidget ?? false,
    listenForUrlChanges: document.listenForUrlChanges ?? false,
    syncBrowser: document.syncBrowser ?? false,
    recordChatHistory: document.recordChatHistory ?? true,
    lang: document.lang ?? 'en',
    theme: document.theme ?? 'blue-light',
    customThemeJSONString: document.customThemeJSONString ?? '',
    fontFamily: document.fontFamily || 'DM Sans',
    ADVANCED_customCSS: document.ADVANCED_customCSS ?? '',
    proactiveMessage: document.proactiveMessage ?? 'none',
    roundedImageURL: document.roundedImageURL ?? '',
    chatBgURL: document.chatBgURL ?? '',
    branding: document.branding ?? '',
    acceptFileUpload: document.acceptFileUpload ?? false,
    enableQuickFileUpload: document.enableQuickFileUpload ?? false,
    chatForget: document.chatForget ?? false,
    messageDelayMS: document.messageDelayMS ?? 1000,
    scrollAnimation: document.scrollAnimation ?? true,
    buttonsLayout: document.buttonsLayout ?? 'horizontal',
    enableGeoAnalytics: document.enableGeoAnalytics ?? false,
    enableAudioSupport: document.enableAudioSupport ?? false,
    enableAITranslate: document.enableAITranslate ?? false,
    AITranslateTo: document.AITranslateTo ?? '',
    translateUserResponse: document.translateUserResponse ?? false,
    enableHumanHandoff: document.enableHumanHandoff ?? false,
    alwaysShowHandoff: document.alwaysShowHandoff ?? false,
    fixedHandoffPopup: document.fixedHandoffPopup ?? false,
    showHandoffEvenIfOffline: document.showHandoffEvenIfOffline ?? false,
    UIhandoffTitle: document.UIhandoffTitle ?? '',
    UIhandoffSubtitle: document.UIhandoffSubtitle ?? '',
    vfSettings: { enableIgnoreUrlPaths: document.vfSettings?.enableIgnoreUrlPaths ?? false },
    whatsappPhoneNumber: document.whatsappPhoneNumber ?? '',
    aiDisclosure: disclosureOf(document),
    ui: {
      widgetType: document.ui?.widgetType ?? 'popup',
      showWhatsappButtonOnWeb: document.ui?.showWhatsappButtonOnWeb ?? false,
      enableFixedFeedbackBtns: document.ui?.enableFixedFeedbackBtns ?? false,
    },
  }
}

/** Copied field by field, so that fields added later do not become public. */
function disclosureOf({ aiDisclosure: { off, text } = {} }: AgentDocument): PublicAgent['aiDisclosure'] {
  return { ...(off === undefined ? {} : { off }), ...(text === undefined ? {} : { text }) }
}

import type { Whose } from './cast.ts'

/**
 * Statuses per call, in the order of `ROLES`:
 * visitor · member · ex-member · moderator · owner · other owner · banned · operator;
 * for aoi's objects (or her member's), those of another room, and nonexistent ones. A call without an object has only
 * `own`.
 */
export const RIGHTS: Record<string, Partial<Record<Whose, string>>> = {
  'account.getMe': {
    own: '401 200 200 200 200 200 200 200',
  },
  'account.leave': {
    own: '401 422 422 422 422 422 422 422',
  },
  'account.exportMine': {
    own: '401 200 200 200 200 200 200 200',
  },
  'account.changeName': {
    own: '401 422 422 422 422 422 422 422',
  },
  'account.changeProfile': {
    own: '401 200 200 200 200 200 200 200',
  },
  'account.getProfile': {
    own: '200 200 200 200 200 200 200 200',
    foreign: '200 200 200 200 200 200 200 200',
    missing: '404 404 404 404 404 404 404 404',
  },
  'account.setNotification': {
    own: '401 200 200 200 200 200 200 200',
  },
  'account.setAttendance': {
    own: '401 200 200 200 200 200 200 200',
  },
  'account.setMemberships': {
    own: '401 200 200 200 200 200 200 200',
  },
  'account.sendFeedback': {
    own: '401 201 201 201 201 201 201 201',
  },
  'companions.linkCompanion': {
    own: '401 201 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'companions.unlinkCompanion': {
    own: '401 204 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'companions.readCompanionLink': {
    own: '200 200 200 200 200 200 200 200',
    foreign: '200 200 200 200 200 200 200 200',
    missing: '404 404 404 404 404 404 404 404',
  },
  'companions.acceptCompanion': {
    own: '401 409 200 409 409 409 409 409',
    foreign: '401 200 409 409 409 409 409 409',
    missing: '401 404 404 404 404 404 404 404',
  },
  'auth.login': {
    own: '401 401 401 401 401 401 401 401',
  },
  'auth.readRefresh': {
    own: '403 403 403 403 403 403 403 403',
  },
  'auth.refresh': {
    own: '403 403 403 403 403 403 403 403',
  },
  'auth.logout': {
    own: '403 403 403 403 403 403 403 403',
  },
  'auth.signUp': {
    own: '202 202 202 202 202 202 202 202',
  },
  'auth.proposeName': {
    own: '200 200 200 200 200 200 200 200',
  },
  'auth.readLink': {
    own: '404 404 404 404 404 404 404 404',
  },
  'auth.verifyMail': {
    own: '404 404 404 404 404 404 404 404',
  },
  'credentials.requestReset': {
    own: '202 202 202 202 202 202 202 202',
  },
  'credentials.verifyReset': {
    own: '404 404 404 404 404 404 404 404',
  },
  'credentials.hasResetToken': {
    own: '403 403 403 403 403 403 403 403',
  },
  'credentials.setPassword': {
    own: '403 403 403 403 403 403 403 403',
  },
  'credentials.changePassword': {
    own: '401 422 422 422 422 422 422 422',
  },
  'credentials.changeEmail': {
    own: '401 422 422 422 422 422 422 422',
  },
  'auth.listSessions': {
    own: '401 200 200 200 200 200 200 200',
  },
  'auth.endSession': {
    own: '401 204 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'dashboard.getProceeds': {
    own: '401 200 200 200 200 200 200 200',
  },
  'dashboard.getInsights': {
    own: '401 200 200 200 200 200 200 200',
  },
  'dashboard.exportInsights': {
    own: '401 200 200 200 200 200 200 200',
  },
  'dashboard.getEventInsights': {
    own: '401 200 200 200 200 200 200 200',
  },
  'dashboard.listAnnounced': {
    own: '401 200 200 200 200 200 200 200',
  },
  'disclosures.askDisclosure': {
    own: '201 201 201 201 201 201 201 201',
    foreign: '201 201 201 201 201 201 201 201',
    missing: '404 404 404 404 404 404 404 404',
  },
  'disclosures.listDisclosures': {
    own: '401 200 200 200 200 200 200 200',
  },
  'disclosures.disclose': {
    own: '401 404 404 404 409 404 404 404',
    foreign: '401 404 404 404 404 409 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'disclosures.declineDisclosure': {
    own: '401 404 404 404 204 404 404 404',
    foreign: '401 404 404 404 404 204 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'door.listGates': {
    own: '401 403 403 403 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'door.createGate': {
    own: '401 403 403 403 201 403 403 403',
    foreign: '401 403 403 403 403 201 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'door.inviteToGate': {
    own: '401 403 403 403 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'door.revokeGate': {
    own: '401 403 403 403 204 403 403 403',
    foreign: '401 403 403 403 403 204 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'door.claimGate': {
    own: '404 404 404 404 404 404 404 404',
  },
  'door.workGate': {
    own: '401 403 403 403 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'door.leaveGate': {
    own: '401 403 403 403 204 403 403 403',
    foreign: '401 403 403 403 403 204 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'door.getBundle': {
    own: '401 403 403 403 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'door.sendGateLog': {
    own: '401 403 403 403 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'door.listGateLog': {
    own: '401 403 403 403 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'door.listHolders': {
    own: '401 403 403 403 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'door.getHolder': {
    own: '401 403 403 403 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'door.cancelHolder': {
    own: '401 403 403 403 202 403 403 403',
    foreign: '401 403 403 403 403 202 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'door.getDoorReport': {
    own: '401 403 403 403 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'events.listEvents': {
    own: '200 200 200 200 200 200 200 200',
  },
  'events.listJoined': {
    own: '401 200 200 200 200 200 200 200',
  },
  'events.getEvent': {
    own: '200 200 200 200 200 200 200 200',
    foreign: '200 200 200 200 200 200 200 200',
    missing: '404 404 404 404 404 404 404 404',
  },
  'events.listAttendees': {
    own: '200 200 200 200 200 200 200 200',
    foreign: '200 200 200 200 200 200 200 200',
    missing: '404 404 404 404 404 404 404 404',
  },
  'events.getAttendee': {
    own: '404 404 404 404 404 404 404 404',
    foreign: '404 404 404 404 404 404 404 404',
    missing: '404 404 404 404 404 404 404 404',
  },
  'events.startJoin': {
    own: '401 409 403 403 409 403 409 403',
    foreign: '401 403 403 403 403 409 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'events.join': {
    own: '401 200 403 403 409 403 200 403',
    foreign: '401 403 403 403 403 409 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'events.setNotify': {
    own: '401 200 403 403 200 403 200 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'events.listOwn': {
    own: '401 200 200 200 200 200 200 200',
  },
  'events.getOwn': {
    own: '401 404 404 404 200 404 404 404',
    foreign: '401 404 404 404 404 200 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'events.createOwn': {
    own: '401 409 409 409 201 201 409 409',
  },
  'events.changeOwn': {
    own: '401 404 404 404 200 404 404 404',
    foreign: '401 404 404 404 404 200 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'events.getCalendar': {
    own: '200 200 200 200 200 200 200 200',
    foreign: '200 200 200 200 200 200 200 200',
    missing: '404 404 404 404 404 404 404 404',
  },
  'events.cancelOwn': {
    own: '401 404 404 404 202 404 404 404',
    foreign: '401 404 404 404 404 202 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'inbox.listConversations': {
    own: '401 200 200 200 200 200 200 200',
  },
  'inbox.getConversation': {
    own: '401 200 404 404 200 404 404 404',
    foreign: '401 404 404 404 404 200 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'inbox.answer': {
    own: '401 201 404 404 201 404 404 404',
    foreign: '401 404 404 404 404 201 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'inbox.writeToOwner': {
    own: '401 201 403 403 409 403 201 403',
    foreign: '401 403 403 403 403 409 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'notifications.listNotifications': {
    own: '401 200 200 200 200 200 200 200',
  },
  'notifications.readNotification': {
    own: '401 204 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'notifications.readNotifications': {
    own: '401 204 204 204 204 204 204 204',
  },
  'inbox.announce': {
    own: '401 403 403 403 202 403 403 403',
    foreign: '401 403 403 403 403 202 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'live.getLiveUrl': {
    own: '401 200 403 200 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'live.getArchiveUrl': {
    own: '401 200 403 200 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'live.listTalk': {
    own: '401 200 403 200 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'live.followTalk': {
    own: '401 200 403 200 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'live.postTalk': {
    own: '401 201 403 201 201 403 403 403',
    foreign: '401 403 403 403 403 201 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'live.reactToTalk': {
    own: '401 204 403 204 204 403 403 403',
    foreign: '401 403 403 403 403 204 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'live.getReplay': {
    own: '401 200 403 200 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'live.getPinned': {
    own: '401 200 403 200 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'live.putPinned': {
    own: '401 403 403 204 204 403 403 403',
    foreign: '401 403 403 403 403 204 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'live.listQuestions': {
    own: '401 403 403 200 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'live.answerQuestion': {
    own: '401 403 403 204 204 403 403 403',
    foreign: '401 403 403 403 403 204 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'live.listCaptions': {
    own: '401 200 403 200 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'live.getCaption': {
    own: '401 200 403 200 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'live.putCaption': {
    own: '401 403 403 204 204 403 403 403',
    foreign: '401 403 403 403 403 204 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'live.deleteCaption': {
    own: '401 403 403 204 204 403 403 403',
    foreign: '401 403 403 403 403 204 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'live.listBanned': {
    own: '401 403 403 200 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'live.banFromTalk': {
    own: '401 403 403 204 204 403 403 403',
    foreign: '401 403 403 403 403 204 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'live.unbanFromTalk': {
    own: '401 403 403 204 204 403 403 403',
    foreign: '401 403 403 403 403 204 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'live.getTalkSetting': {
    own: '401 403 403 200 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'live.putTalkSetting': {
    own: '401 403 403 200 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'live.deleteTalk': {
    own: '401 403 403 204 204 403 403 403',
    foreign: '401 403 403 403 403 204 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'monetization.getMonetization': {
    own: '401 200 200 200 200 200 200 200',
  },
  'monetization.submitMonetization': {
    own: '401 422 422 422 422 422 422 422',
  },
  'monetization.changeSeller': {
    own: '401 422 422 422 422 422 422 422',
  },
  'news.listNews': {
    own: '200 200 200 200 200 200 200 200',
  },
  'news.readFeed': {
    own: '200 200 200 200 200 200 200 200',
  },
  'news.getArticle': {
    own: '404 404 404 404 404 404 404 404',
  },
  'operatorDisclosures.listDisclosures': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorDisclosures.remindSeller': {
    own: '401 403 403 403 403 403 403 204',
    foreign: '401 403 403 403 403 403 403 204',
    missing: '401 403 403 403 403 403 403 404',
  },
  'operatorDisclosures.disclose': {
    own: '401 403 403 403 403 403 403 409',
    foreign: '401 403 403 403 403 403 403 409',
    missing: '401 403 403 403 403 403 403 404',
  },
  'operatorDisclosures.decline': {
    own: '401 403 403 403 403 403 403 204',
    foreign: '401 403 403 403 403 403 403 204',
    missing: '401 403 403 403 403 403 403 404',
  },
  'operatorQueue.listTasks': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorQueue.assignTask': {
    own: '401 403 403 403 403 403 403 204',
    foreign: '401 403 403 403 403 403 403 204',
    missing: '401 403 403 403 403 403 403 404',
  },
  'operatorReports.listReports': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorReports.getReport': {
    own: '401 403 403 403 403 403 403 200',
    foreign: '401 403 403 403 403 403 403 200',
    missing: '401 403 403 403 403 403 403 404',
  },
  'operatorReports.decideReport': {
    own: '401 403 403 403 403 403 403 200',
    foreign: '401 403 403 403 403 403 403 200',
    missing: '401 403 403 403 403 403 403 404',
  },
  'operatorReports.reverseReport': {
    own: '401 403 403 403 403 403 403 409',
    foreign: '401 403 403 403 403 403 403 409',
    missing: '401 403 403 403 403 403 403 404',
  },
  'operatorTakedowns.listTakedowns': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorTakedowns.getTakedown': {
    own: '401 403 403 403 403 403 403 200',
    foreign: '401 403 403 403 403 403 403 200',
    missing: '401 403 403 403 403 403 403 404',
  },
  'operatorTakedowns.inquireTakedown': {
    own: '401 403 403 403 403 403 403 409',
    foreign: '401 403 403 403 403 403 403 409',
    missing: '401 403 403 403 403 403 403 404',
  },
  'operatorTakedowns.decideTakedown': {
    own: '401 403 403 403 403 403 403 200',
    foreign: '401 403 403 403 403 403 403 200',
    missing: '401 403 403 403 403 403 403 404',
  },
  'operatorTakedowns.reverseTakedown': {
    own: '401 403 403 403 403 403 403 409',
    foreign: '401 403 403 403 403 403 403 409',
    missing: '401 403 403 403 403 403 403 404',
  },
  'takedowns.askTakedown': {
    own: '201 201 201 201 201 201 201 201',
    foreign: '201 201 201 201 201 201 201 201',
    missing: '422 422 422 422 422 422 422 422',
  },
  'takedowns.getTakedownInquiry': {
    own: '401 404 404 404 200 404 404 404',
    foreign: '401 404 404 404 404 200 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'takedowns.answerTakedown': {
    own: '401 404 404 404 204 404 404 404',
    foreign: '401 404 404 404 404 204 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'operatorAudit.listAudit': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorHelp.getHelp': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorHelp.saveHelp': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorHelp.restoreHelp': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorHelp.getHelpVersion': {
    own: '401 403 403 403 403 403 403 404',
  },
  'operatorNews.listArticles': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorNews.getArticle': {
    own: '401 403 403 403 403 403 403 404',
  },
  'operatorNews.createArticle': {
    own: '401 403 403 403 403 403 403 201',
  },
  'operatorNews.changeArticle': {
    own: '401 403 403 403 403 403 403 404',
  },
  'operatorNews.deleteArticle': {
    own: '401 403 403 403 403 403 403 404',
  },
  'operatorSwitches.getSwitches': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorSwitches.turnSwitch': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorSwitches.setBand': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorTexts.listTexts': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorTexts.getOwnText': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorTexts.getVersion': {
    own: '401 403 403 403 403 403 403 404',
  },
  'operatorTexts.saveDraft': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorTexts.deleteDraft': {
    own: '401 403 403 403 403 403 403 409',
  },
  'operatorTexts.publishText': {
    own: '401 403 403 403 403 403 403 409',
  },
  'operatorTexts.cancelPlannedVersion': {
    own: '401 403 403 403 403 403 403 409',
  },
  'operatorTexts.previewText': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorSystem.getHealth': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorSystem.listFailedWork': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorFee.getFee': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorFee.planFee': {
    own: '401 403 403 403 403 403 403 422',
  },
  'operatorFee.withdrawFee': {
    own: '401 403 403 403 403 403 403 404',
  },
  'operatorMoney.getBooks': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorMoney.exportRecords': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorMoney.listFeeInvoices': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorMoney.getFeeInvoice': {
    own: '401 403 403 403 403 403 403 404',
  },
  'operatorMoney.getReconciliation': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorMoney.startReconciliation': {
    own: '401 403 403 403 403 403 403 202',
  },
  'operatorMoney.listPayments': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorMoney.getReceipt': {
    own: '401 403 403 403 403 403 403 404',
  },
  'operatorMoney.listRefundRecords': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorMoney.listPayouts': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorMoney.listRefunds': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorSystem.retryWork': {
    own: '401 403 403 403 403 403 403 404',
  },
  'operatorMoney.refundPayment': {
    own: '401 403 403 403 403 403 403 202',
    foreign: '401 403 403 403 403 403 403 202',
    missing: '401 403 403 403 403 403 403 404',
  },
  'operatorMoney.retryRefund': {
    own: '401 403 403 403 403 403 403 404',
  },
  'operatorOverview.getOverview': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorPeople.listPeople': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorPeople.findByEmail': {
    own: '401 403 403 403 403 403 403 422',
  },
  'operatorPeople.getPerson': {
    own: '401 403 403 403 403 403 403 200',
    foreign: '401 403 403 403 403 403 403 200',
    missing: '401 403 403 403 403 403 403 404',
  },
  'operatorPeople.suspendPerson': {
    own: '401 403 403 403 403 403 403 200',
    foreign: '401 403 403 403 403 403 403 200',
    missing: '401 403 403 403 403 403 403 404',
  },
  'operatorPeople.restorePerson': {
    own: '401 403 403 403 403 403 403 409',
    foreign: '401 403 403 403 403 403 403 409',
    missing: '401 403 403 403 403 403 403 404',
  },
  'operatorPeople.setOfficial': {
    own: '401 403 403 403 403 403 403 200',
    foreign: '401 403 403 403 403 403 403 200',
    missing: '401 403 403 403 403 403 403 404',
  },
  'operatorRooms.listOperatorRooms': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorRooms.getOperatorRoom': {
    own: '401 403 403 403 403 403 403 200',
    foreign: '401 403 403 403 403 403 403 200',
    missing: '401 403 403 403 403 403 403 404',
  },
  'operatorRooms.suspendRoom': {
    own: '401 403 403 403 403 403 403 200',
    foreign: '401 403 403 403 403 403 403 200',
    missing: '401 403 403 403 403 403 403 404',
  },
  'operatorRooms.restoreRoom': {
    own: '401 403 403 403 403 403 403 409',
    foreign: '401 403 403 403 403 403 403 409',
    missing: '401 403 403 403 403 403 403 404',
  },
  'operatorRooms.removeRoomStamp': {
    own: '401 403 403 403 403 403 403 200',
    foreign: '401 403 403 403 403 403 403 200',
    missing: '401 403 403 403 403 403 403 404',
  },
  'operatorSession.getConfirmation': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorSession.confirm': {
    own: '401 403 403 403 403 403 403 422',
  },
  'operatorSession.endConfirmation': {
    own: '401 403 403 403 403 403 403 204',
  },
  'operatorBannedWords.listBannedWords': {
    own: '401 403 403 403 403 403 403 200',
  },
  'operatorBannedWords.addWord': {
    own: '401 403 403 403 403 403 403 201',
  },
  'operatorBannedWords.removeWord': {
    own: '401 403 403 403 403 403 403 404',
  },
  'orders.listPayments': {
    own: '401 200 200 200 200 200 200 200',
  },
  'orders.getReceipt': {
    own: '401 200 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'orders.getSaleReceipt': {
    own: '401 404 404 404 200 404 404 404',
    foreign: '401 404 404 404 404 200 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'orders.nameReceipt': {
    own: '401 204 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'orders.exportPayments': {
    own: '401 200 200 200 200 200 200 200',
  },
  'orders.listSales': {
    own: '401 200 200 200 200 200 200 200',
  },
  'orders.listRefunds': {
    own: '401 200 200 200 200 200 200 200',
  },
  'orders.listSaleRefunds': {
    own: '401 200 200 200 200 200 200 200',
  },
  'orders.refund': {
    own: '401 403 404 404 202 404 404 404',
    foreign: '401 404 404 404 404 202 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'passkeys.listPasskeys': {
    own: '401 200 200 200 200 200 200 200',
  },
  'passkeys.startPasskey': {
    own: '401 422 422 422 422 422 422 422',
  },
  'passkeys.addPasskey': {
    own: '401 422 422 422 422 422 422 422',
  },
  'passkeys.removePasskey': {
    // Users here have no password.
    own: '401 422 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'passkeys.startPasskeyLogin': {
    own: '200 200 200 200 200 200 200 200',
  },
  'passkeys.startPasskeyProof': {
    own: '401 200 200 200 200 200 200 200',
  },
  'passkeys.passkeyLogin': {
    own: '401 401 401 401 401 401 401 401',
  },
  'payments.listCards': {
    own: '401 200 200 200 200 200 200 200',
  },
  'payments.saveCard': {
    own: '401 200 200 200 200 200 200 200',
  },
  'payments.setMainCard': {
    own: '401 204 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'payments.deleteCard': {
    own: '401 204 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'payments.getSeller': {
    own: '200 200 200 200 200 200 200 200',
    foreign: '200 200 200 200 200 200 200 200',
    missing: '404 404 404 404 404 404 404 404',
  },
  'payouts.listPayouts': {
    own: '401 200 200 200 200 200 200 200',
  },
  'payouts.listPayoutRecords': {
    own: '401 200 200 200 200 200 200 200',
  },
  'payouts.listFeeInvoices': {
    own: '401 200 200 200 200 200 200 200',
  },
  'payouts.listFees': {
    own: '401 200 200 200 200 200 200 200',
  },
  'payouts.exportSales': {
    own: '401 200 200 200 200 200 200 200',
  },
  'payouts.getFee': {
    own: '401 404 404 404 404 404 404 404',
  },
  'profile.searchPeople': {
    own: '200 200 200 200 200 200 200 200',
  },
  'profile.follow': {
    own: '401 200 200 200 403 200 200 200',
    foreign: '401 200 200 200 200 403 200 200',
    missing: '401 404 404 404 404 404 404 404',
  },
  'profile.unfollow': {
    own: '401 200 200 200 403 200 200 200',
    foreign: '401 200 200 200 200 403 200 200',
    missing: '401 404 404 404 404 404 404 404',
  },
  'profile.listFollowers': {
    own: '200 200 200 200 200 200 200 200',
    foreign: '200 200 200 200 200 200 200 200',
    missing: '404 404 404 404 404 404 404 404',
  },
  'profile.listFollowing': {
    own: '200 200 200 200 200 200 200 200',
    foreign: '200 200 200 200 200 200 200 200',
    missing: '404 404 404 404 404 404 404 404',
  },
  'push.getKey': {
    own: '200 200 200 200 200 200 200 200',
  },
  'push.listTokens': {
    own: '401 200 200 200 200 200 200 200',
  },
  'push.addToken': {
    own: '401 422 422 422 422 422 422 422',
  },
  'push.removeToken': {
    own: '401 204 204 204 204 204 204 204',
  },
  'push.testToken': {
    own: '401 409 409 409 409 409 409 409',
  },
  'push.confirm': {
    own: '204 204 204 204 204 204 204 204',
  },
  'reads.readAll': {
    own: '401 200 200 200 200 200 200 200',
  },
  'reports.report': {
    own: '401 201 201 201 403 201 201 201',
    foreign: '401 201 201 201 201 403 201 201',
    missing: '401 404 404 404 404 404 404 404',
  },
  'rooms.listRooms': {
    own: '200 200 200 200 200 200 200 200',
  },
  'rooms.listSubscribed': {
    own: '401 200 200 200 200 200 200 200',
  },
  'rooms.startSubscription': {
    own: '401 409 200 200 409 200 409 200',
    foreign: '401 200 200 200 200 409 200 200',
    missing: '401 404 404 404 404 404 404 404',
  },
  'rooms.payPastDue': {
    own: '401 409 404 404 404 404 409 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'rooms.subscribe': {
    own: '401 200 409 409 409 409 200 409',
    foreign: '401 409 409 409 409 409 409 409',
    missing: '401 404 404 404 404 404 404 404',
  },
  'rooms.unsubscribe': {
    own: '401 200 200 404 404 404 200 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'rooms.createRoom': {
    own: '401 201 201 201 409 409 201 201',
  },
  'rooms.changeRoom': {
    own: '401 403 403 403 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'rooms.closeRoom': {
    own: '401 404 404 404 409 404 404 404',
    foreign: '401 404 404 404 404 409 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'rooms.getRoom': {
    own: '200 200 200 200 200 200 200 200',
    foreign: '200 200 200 200 200 200 200 200',
    missing: '404 404 404 404 404 404 404 404',
  },
  'rooms.visitRoom': {
    own: '401 204 204 204 204 204 204 204',
    foreign: '401 204 204 204 204 204 204 204',
    missing: '401 404 404 404 404 404 404 404',
  },
  'rooms.muteRoom': {
    own: '401 200 403 403 403 403 200 403',
    foreign: '401 403 403 403 403 403 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'rooms.listMembers': {
    own: '401 403 403 200 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'rooms.listPublicMembers': {
    own: '200 200 200 200 200 200 200 200',
    foreign: '200 200 200 200 200 200 200 200',
    missing: '404 404 404 404 404 404 404 404',
  },
  'rooms.listStaff': {
    own: '401 403 403 200 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'rooms.addStaff': {
    own: '401 403 403 403 201 403 403 403',
    foreign: '401 403 403 403 403 201 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'rooms.removeStaff': {
    own: '401 403 403 403 204 403 403 403',
    foreign: '401 403 403 403 403 204 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'stamps.listStamps': {
    own: '401 200 200 200 200 200 200 200',
    foreign: '401 200 200 200 200 200 200 200',
    missing: '401 404 404 404 404 404 404 404',
  },
  'stamps.addStamp': {
    own: '401 403 403 403 201 403 403 403',
    foreign: '401 403 403 403 403 201 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'stamps.orderStamps': {
    own: '401 403 403 403 204 403 403 403',
    foreign: '401 403 403 403 403 204 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'stamps.removeStamp': {
    own: '401 403 403 403 204 403 403 403',
    foreign: '401 403 403 403 403 204 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'consents.listConsents': {
    own: '401 200 200 200 200 200 200 200',
  },
  'consents.giveConsent': {
    own: '401 409 409 409 409 409 409 409',
  },
  'status.getStatus': {
    own: '200 200 200 200 200 200 200 200',
  },
  'serviceFee.getServiceFee': {
    own: '200 200 200 200 200 200 200 200',
  },
  'site.getConfig': {
    own: '200 200 200 200 200 200 200 200',
  },
  'site.getText': {
    own: '404 404 404 404 404 404 404 404',
  },
  'site.listFaq': {
    own: '200 200 200 200 200 200 200 200',
  },
  'social.goSocial': {
    own: '404 404 404 404 404 404 404 404',
  },
  'social.finishSocial': {
    own: '403 403 403 403 403 403 403 403',
  },
  'social.getNewcomer': {
    own: '403 403 403 403 403 403 403 403',
  },
  'social.joinSocial': {
    own: '403 403 403 403 403 403 403 403',
  },
  'social.loginSocial': {
    own: '403 403 403 403 403 403 403 403',
  },
  'social.listWays': {
    own: '401 200 200 200 200 200 200 200',
  },
  'social.linkIdentity': {
    own: '401 404 404 404 404 404 404 404',
  },
  'social.unlinkIdentity': {
    own: '401 422 422 422 422 422 422 422',
  },
  'streams.getIngest': {
    own: '401 404 404 404 200 404 404 404',
    foreign: '401 404 404 404 404 200 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'streams.rotateKey': {
    own: '401 404 404 404 200 404 404 404',
    foreign: '401 404 404 404 404 200 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'streams.putSource': {
    own: '401 404 404 404 409 404 404 404',
    foreign: '401 404 404 404 404 409 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'streams.deleteSource': {
    own: '401 404 404 404 200 404 404 404',
    foreign: '401 404 404 404 404 200 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'streams.setPublishment': {
    own: '401 404 404 404 200 404 404 404',
    foreign: '401 404 404 404 404 200 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'streams.deleteArchive': {
    own: '401 404 404 404 200 404 404 404',
    foreign: '401 404 404 404 404 200 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'threads.listThreads': {
    own: '200 200 200 200 200 200 200 200',
    foreign: '200 200 200 200 200 200 200 200',
    missing: '404 404 404 404 404 404 404 404',
  },
  'threads.getThread': {
    own: '200 200 200 200 200 200 200 200',
    foreign: '200 200 200 200 200 200 200 200',
    missing: '404 404 404 404 404 404 404 404',
  },
  'threads.listComments': {
    own: '401 200 403 200 200 403 200 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'tickets.listDigitalTickets': {
    own: '200 200 200 200 200 200 200 200',
    foreign: '200 200 200 200 200 200 200 200',
    missing: '404 404 404 404 404 404 404 404',
  },
  'tickets.listComingTickets': {
    own: '200 200 200 200 200 200 200 200',
  },
  'tickets.getDigitalTicket': {
    own: '200 200 200 200 200 200 200 200',
    foreign: '200 200 200 200 200 200 200 200',
    missing: '404 404 404 404 404 404 404 404',
  },
  'tickets.getOwnTicket': {
    own: '401 403 403 403 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'tickets.createTicket': {
    own: '401 403 403 403 201 403 403 403',
    foreign: '401 403 403 403 403 201 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'tickets.changeTicket': {
    own: '401 403 403 403 422 403 403 403',
    foreign: '401 403 403 403 403 422 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'tickets.deleteTicket': {
    own: '401 403 403 403 409 403 403 403',
    foreign: '401 403 403 403 403 409 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'tickets.cancelTicket': {
    own: '401 403 403 403 202 403 403 403',
    foreign: '401 403 403 403 403 202 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'tickets.giveTicket': {
    own: '401 403 403 403 201 403 403 403',
    foreign: '401 403 403 403 403 201 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'tickets.startTicketJoin': {
    own: '401 409 409 409 409 409 409 409',
    foreign: '401 409 409 409 409 409 409 409',
    missing: '401 404 404 404 404 404 404 404',
  },
  'tickets.joinTicket': {
    own: '401 200 201 201 409 201 201 201',
    foreign: '401 201 201 201 201 409 201 201',
    missing: '401 404 404 404 404 404 404 404',
  },
  'tickets.listIssued': {
    own: '401 200 200 200 200 200 200 200',
  },
  'tickets.bindDevice': {
    own: '401 200 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'tickets.sendMoveCode': {
    own: '401 204 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'tickets.answerMove': {
    own: '401 409 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'tickets.getIssued': {
    own: '401 200 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'tickets.issuePaper': {
    own: '401 204 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'tickets.getPaper': {
    own: '401 200 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'tickets.setEntrant': {
    own: '401 204 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'tickets.tearTicket': {
    own: '401 409 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'tickets.getTicketCalendar': {
    own: '200 200 200 200 200 200 200 200',
    foreign: '200 200 200 200 200 200 200 200',
    missing: '404 404 404 404 404 404 404 404',
  },
  'vouchers.listVouchers': {
    own: '401 200 200 200 200 200 200 200',
  },
  'vouchers.getVoucher': {
    own: '401 404 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'vouchers.cancelVoucher': {
    own: '401 404 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'lottery.getLottery': {
    own: '200 200 200 200 200 200 200 200',
    foreign: '200 200 200 200 200 200 200 200',
    missing: '404 404 404 404 404 404 404 404',
  },
  'lottery.getDrawList': {
    own: '404 404 404 404 404 404 404 404',
    foreign: '404 404 404 404 404 404 404 404',
    missing: '404 404 404 404 404 404 404 404',
  },
  'lottery.getDrawResult': {
    own: '404 404 404 404 404 404 404 404',
    foreign: '404 404 404 404 404 404 404 404',
    missing: '404 404 404 404 404 404 404 404',
  },
  'lottery.getApplication': {
    own: '401 200 200 200 200 200 200 200',
    foreign: '401 200 200 200 200 200 200 200',
    missing: '401 404 404 404 404 404 404 404',
  },
  'lottery.apply': {
    own: '401 201 201 201 409 201 201 201',
    foreign: '401 201 201 201 201 409 201 201',
    missing: '401 404 404 404 404 404 404 404',
  },
  'lottery.withdrawApplication': {
    own: '401 204 204 204 204 204 204 204',
    foreign: '401 204 204 204 204 204 204 204',
    missing: '401 404 404 404 404 404 404 404',
  },
  'lottery.getOwnLottery': {
    own: '401 403 403 403 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'lottery.setLottery': {
    own: '401 403 403 403 409 403 403 403',
    foreign: '401 403 403 403 403 409 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'lottery.removeLottery': {
    own: '401 403 403 403 409 403 403 403',
    foreign: '401 403 403 403 403 409 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'promotions.listPromotions': {
    own: '401 403 403 403 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'promotions.createPromotion': {
    own: '401 403 403 403 201 403 403 403',
    foreign: '401 403 403 403 403 201 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'promotions.stopPromotion': {
    own: '401 403 403 403 204 403 403 403',
    foreign: '401 403 403 403 403 204 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'promotions.removePromotion': {
    own: '401 403 403 403 204 403 403 403',
    foreign: '401 403 403 403 403 204 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'promotions.exportCodes': {
    own: '401 403 403 403 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'promotions.readCode': {
    own: '401 200 200 200 200 200 200 200',
    foreign: '401 200 200 200 200 200 200 200',
    missing: '401 404 404 404 404 404 404 404',
  },
  'waitlist.listWaits': {
    own: '401 200 200 200 200 200 200 200',
  },
  'waitlist.getWait': {
    own: '401 200 200 200 200 200 200 200',
    foreign: '401 200 200 200 200 200 200 200',
    missing: '401 404 404 404 404 404 404 404',
  },
  'waitlist.joinWait': {
    own: '401 409 403 403 409 403 409 403',
    foreign: '401 403 403 403 403 409 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'waitlist.leaveWait': {
    own: '401 204 204 204 204 204 204 204',
    foreign: '401 204 204 204 204 204 204 204',
    missing: '401 204 204 204 204 204 204 204',
  },
  'resale.getResale': {
    own: '401 200 200 200 200 200 200 200',
    foreign: '401 200 200 200 200 200 200 200',
    missing: '401 404 404 404 404 404 404 404',
  },
  'resale.listForResale': {
    own: '401 409 409 409 409 409 409 409',
    foreign: '401 409 409 409 409 409 409 409',
    missing: '401 404 404 404 404 404 404 404',
  },
  'resale.withdrawResale': {
    own: '401 204 204 204 204 204 204 204',
    foreign: '401 204 204 204 204 204 204 204',
    missing: '401 204 204 204 204 204 204 204',
  },
  'transfers.offer': {
    own: '401 201 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'transfers.withdraw': {
    own: '401 409 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'transfers.listOffers': {
    own: '401 200 200 200 200 200 200 200',
  },
  'transfers.accept': {
    own: '401 200 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'transfers.decline': {
    own: '401 409 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'posting.createThread': {
    own: '401 403 403 201 201 403 403 403',
    foreign: '401 403 403 403 403 201 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'posting.changeThread': {
    own: '401 403 403 403 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'posting.deleteThread': {
    own: '401 403 403 204 404 404 404 404',
    foreign: '401 403 403 403 403 204 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'posting.pinThread': {
    own: '401 403 403 200 200 403 403 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'posting.postComment': {
    own: '401 201 403 201 201 403 201 403',
    foreign: '401 403 403 403 403 201 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'posting.deleteComment': {
    own: '401 204 403 404 404 403 404 403',
    foreign: '401 403 403 403 403 204 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'posting.react': {
    own: '401 200 403 200 200 403 200 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'posting.unreact': {
    own: '401 200 403 200 200 403 200 403',
    foreign: '401 403 403 403 403 200 403 403',
    missing: '401 404 404 404 404 404 404 404',
  },
  'unsubscribing.askUnsubscribe': {
    own: '404 404 404 404 404 404 404 404',
  },
  'unsubscribing.unsubscribe': {
    own: '404 404 404 404 404 404 404 404',
  },
  'uploads.startUpload': {
    own: '401 403 403 201 201 201 403 403',
  },
  'uploads.getUpload': {
    own: '401 404 404 404 200 404 404 404',
    foreign: '401 404 404 404 404 200 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'uploads.sendPiece': {
    own: '401 404 404 404 409 404 404 404',
    foreign: '401 404 404 404 404 409 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'uploads.dropUpload': {
    own: '401 404 404 404 204 404 404 404',
    foreign: '401 404 404 404 404 204 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'uploads.convertUpload': {
    own: '401 404 404 404 200 404 404 404',
    foreign: '401 404 404 404 404 200 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
  'uploads.getConversion': {
    own: '401 404 404 404 200 404 404 404',
    foreign: '401 404 404 404 404 200 404 404',
    missing: '401 404 404 404 404 404 404 404',
  },
}

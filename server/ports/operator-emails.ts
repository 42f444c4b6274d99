/** Mails of those who run the service to people whom a decision touches. `reason`: what an operator wrote to them. */
export type OperatorEmail =
  /** What stands in full in their messages. `title`: ours. */
  | { letter: 'serviceWord'; title: string; reason: string }
  /** To a seller, whom somebody asked so many days ago. */
  | { letter: 'disclosureReminded'; days: number }
  /** `number`: by which the asker names it. */
  | { letter: 'takedownReceived'; number: string }
  | {
      letter: 'takedownDecided'
      number: string
      outcome: 'accepted' | 'declined' | 'reversed'
      reason: string
    }
  /** To the author, who may answer until then. */
  | { letter: 'takedownInquired'; takedownId: string; answerUntil: string }

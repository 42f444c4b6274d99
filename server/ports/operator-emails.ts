/** Emails of operators to people affected by a decision. `reason`: the operator's text. */
export type OperatorEmail =
  /** The full text is in their messages. `title`: written by us. */
  | { letter: 'serviceWord'; title: string; reason: string }
  /** To a seller; `days`: since the request. */
  | { letter: 'disclosureReminded'; days: number }
  /** `number`: reference number for the requester. */
  | { letter: 'takedownReceived'; number: string }
  | {
      letter: 'takedownDecided'
      number: string
      outcome: 'accepted' | 'declined' | 'reversed'
      reason: string
    }
  /** To the author, with the deadline of the answer. */
  | { letter: 'takedownInquired'; takedownId: string; answerUntil: string }

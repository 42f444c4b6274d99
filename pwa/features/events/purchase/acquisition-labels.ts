const BOUGHT = {
  /** The button that opens the form, and the form's title. */
  take: 'チケットを購入する',
  /** The button for those who also have to join the room. */
  joinAndTake: '参加して購入する',
  /** The form's submit button; the second one buys the membership, too. */
  confirm: 'この内容で購入する',
  confirmBoth: 'この内容で参加・購入する',
  /** The name of the act. */
  noun: 'チケットの購入',
  taken: 'チケットを購入しました',
  held: '購入済み',
  /** The name of the sale, for its end date and its state. */
  sale: '販売',
  early: '販売開始前です',
  over: '販売は終了しました',
}

const FREE: typeof BOUGHT = {
  take: 'チケットを受け取る',
  joinAndTake: '参加して受け取る',
  confirm: 'この内容で受け取る',
  confirmBoth: 'この内容で参加して受け取る',
  noun: 'チケットの受け取り',
  taken: 'チケットを受け取りました',
  held: '受け取り済み',
  sale: '受け取り',
  early: '受付開始前です',
  over: '受付は終了しました',
}

/** The labels of each step: a free ticket is not "bought". */
export const acquisitionLabels = (amount: number) => (amount > 0 ? BOUGHT : FREE)

const BOUGHT = {
  /** On the button that opens the form, and above the form. */
  take: 'チケットを購入する',
  /** On the form's own button. */
  confirm: 'この内容で購入する',
  /** What it is called. */
  taking: 'チケットの購入',
  taken: 'チケットを購入しました',
  held: '購入済み',
  /** What goes on until a moment, and what is said after it. */
  sale: '販売',
  over: '販売は終了しました',
}

const GIVEN: typeof BOUGHT = {
  take: 'チケットを受け取る',
  confirm: 'この内容で受け取る',
  taking: 'チケットの受け取り',
  taken: 'チケットを受け取りました',
  held: '受け取り済み',
  sale: '受け取り',
  over: '受付は終了しました',
}

/** Nobody buys what costs nothing: how each step to a ticket is called. */
export const wordsOfTaking = (amount: number) => (amount > 0 ? BOUGHT : GIVEN)

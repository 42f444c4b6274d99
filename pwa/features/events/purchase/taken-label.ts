/** What was taken: a room beside the ticket, and tickets of companions, who get theirs by a link. */
export const takenLabel = (joined: { title: string } | null, seats = 1) =>
  [
    joined ? `「${joined.title}」にも参加しました。` : '',
    seats > 1
      ? `${seats}枚のチケットがチケットボックスに入っています。同行者の分は、チケットからリンクで送れます。`
      : '',
  ].join('') || 'チケットボックスに入っています。'

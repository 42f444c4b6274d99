/** What to do about a difference: in the report of `npm run reconcile`, and on the admin page. */
export const TODO_LABELS = {
  'look the payment up again: its notice was lost, or its order is unknown':
    '決済会社の画面でこのお支払いを確かめてください。知らせが届かなかったか、注文が見つかりません。',
  'write a correcting movement': '帳簿に訂正の記録が必要です。開発者へ連絡してください。',
  'find out where the entry came from; take it back by a correcting movement':
    '決済会社にない記録が帳簿にあります。出どころを調べ、訂正してください。',
  'find its line by the order and the day':
    '注文と日付から、決済会社の該当する行をさがしてください。',
  'find the side that is missing': '仕訳の片側がありません。開発者へ連絡してください。',
  'look the refund up again': '決済会社の画面でこの返金を確かめてください。',
  'ask who changed it': '金額が変わっています。誰が変えたのかを確かめてください。',
  'look the refund up again; pay its buyer another way':
    '返金の結果を確かめ、届いていないときは別の方法で購入した方へ返してください。',
  'the buyer may not have their money: ask for the refund again':
    '購入した方に返金が届いていないかもしれません。もう一度返金してください。',
  'look the dispute up again': '決済会社の画面でこの申し立てを確かめてください。',
  'look the payout up again': '決済会社の画面でこの振込を確かめてください。',
  'the seller may not have their money':
    'オーナーに振込が届いていないかもしれません。決済会社の画面で確かめてください。',
  'write what is missing': '振込の記録が足りません。開発者へ連絡してください。',
  'revoke it, or ask its holder to pay':
    'お支払いのないチケットです。取り消すか、お支払いをお願いしてください。',
  'give the others back': '重ねて支払われています。1件を残して返金してください。',
  'stop, and find out who changed it':
    'お支払いの内容が注文と違います。販売を止めて、原因を調べてください。',
  'ask the provider; the right was given for nothing':
    '支払われていないのに権利が渡っています。決済会社の画面で確かめてください。',
  'find its buyer by its metadata; give the money back where nobody can say what for':
    '注文のわからないお支払いです。購入した方をさがし、わからないときは返金してください。',
  'correct the attempt’s account': '口座の記録が違います。開発者へ連絡してください。',
  'look the payment up again; give the money back where there is no place':
    'お支払いに対する権利がありません。渡せないときは返金してください。',
  'look the payment up again': '決済会社の画面でこのお支払いを確かめてください。',
  'give the later ones back': '重ねて支払われています。あとの分を返金してください。',
  'end the subscription, or it is renewed for nothing':
    '参加していないのに毎月の支払いが続いています。決済会社の画面で止めてください。',
  'look the subscription up again': '決済会社の画面でこの定期支払いを確かめてください。',
  'end all but the newest': '定期支払いが重なっています。新しいものだけを残して止めてください。',
  'revoke all but one': 'チケットが重なっています。1枚を残して取り消してください。',
  'move or refund some': '定員を超えています。別の回への案内か、返金をしてください。',
  'count again: the nightly recount does':
    '夜の集計の更新で直ります。翌日も残るときは調べてください。',
  'stop the code': 'コードが上限を超えて使われています。そのコードを止めてください。',
  'give the unused days back':
    'ルームの利用停止中だった日数の分が返金されていません。停止の解除から2日たっても残るときは、開発者へ連絡してください。全額の返金はしないでください。',
  'find out why more was given back':
    'ルームの利用停止中だった日数より多く返金されています。開発者へ連絡してください。',
  'find out how': '同じ知らせが2回処理されています。開発者へ連絡してください。',
  'stop; bring back the last backup':
    'データベースが壊れています。サービスを止め、最後のバックアップから戻してください。',
} as const
export type Todo = keyof typeof TODO_LABELS

/** Labels of the invariants, by their name in the report. */
export const INVARIANT_LABELS: Record<string, string> = {
  I1: 'チケットは定員まで',
  I2: '有料の権利には、同じ金額のお支払いが1件ある',
  I3: 'お支払いには、権利か返金か手続き中の記録がある',
  I4: '購入を伝えたものは、支払われている',
  I5: '定期支払いとチケットは、1人に1つ',
  I6: '帳簿と決済会社の記録は、1円まで一致する',
  I7: '埋まった席は、チケットと同行者の席と確保中の席の合計',
  I8: '決済会社の知らせは、1回だけ処理する',
  I9: 'ルームの利用停止中だった日数の料金は、返金する',
  I11: 'データベースが壊れていない',
  I12: 'コードを使った枚数は、購入の枚数と同じで、上限まで',
}

import type { PartName } from '#contract/status/calls.ts'

/** What users cannot do while a part of the service fails. */
const lost: Record<PartName, string> = {
  database: '購入・投稿などの保存',
  payments: 'お支払い',
  mail: 'メールの送信（届くまでに時間がかかっています）',
  streams: '配信の映像',
}

/** What fails, and what still works; null without a failure. */
export function incidentLabel(down: readonly PartName[], apiDown: boolean): string | null {
  if (down.length > 0) {
    const what = down.map((part) => lost[part]).join('、')
    const watching = down.includes('streams') ? '' : 'と、視聴'
    return `ただいま一部の機能が使いにくくなっています：${what}。お持ちのチケットの表示${watching}は、そのままご利用いただけます。`
  }
  return apiDown
    ? 'ただいま一部の機能がつながりにくくなっています。お持ちのチケットは、チケットボックスで表示できます。復旧すると、この表示は消えます。'
    : null
}

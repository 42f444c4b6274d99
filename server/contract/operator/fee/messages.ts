import { FEE_AHEAD_DAYS, FEE_NOTICE_DAYS, FEE_PERCENT } from '../../service-fee/limits.ts'

export const FEE_WRONG = `サービス手数料は、${FEE_PERCENT.min}〜${FEE_PERCENT.max}の整数（%）で入力してください`
export const FEE_SAME = 'いまのサービス手数料と同じです。違う割合を入力してください'
export const FEE_DAY_WRONG = '適用開始日を正しく入力してください'
export const FEE_TOO_EARLY = `適用開始日は、オーナーへのご案内のため、今日から${FEE_NOTICE_DAYS}日より後の日にしてください`
export const FEE_TOO_LATE = `適用開始日は、今日から${FEE_AHEAD_DAYS}日以内の日にしてください`
export const FEE_PLANNED =
  'すでに予定している変更があります。先にその予定を取り消してから、もう一度設定してください。'
export const FEE_STANDS = 'この変更はすでに適用されているか、取り消されています。'

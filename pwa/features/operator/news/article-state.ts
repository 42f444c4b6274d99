import type { OwnHeadline } from '#contract/operator/news/calls.ts'

type StoredDraft = Pick<OwnHeadline, 'status' | 'published_at'>

/** The label of an article's state. */
export function articleState({ status, published_at }: StoredDraft, now: string) {
  if (status === 'draft') return { label: '下書き', tone: 'neutral' } as const
  if (published_at !== null && published_at > now)
    return { label: '予約', tone: 'warning' } as const
  return { label: '公開中', tone: 'positive' } as const
}

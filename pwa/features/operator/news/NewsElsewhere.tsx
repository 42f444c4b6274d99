import { NEWS_ELSEWHERE } from '#contract/operator/content-messages.ts'
import { Notice } from '#pwa/ui/Notice.tsx'

/** Why nothing can be written here. */
export const NewsElsewhere = () => <Notice>{NEWS_ELSEWHERE}</Notice>

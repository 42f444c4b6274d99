import { NEWS_ELSEWHERE } from '#contract/operator/messages.ts'
import { Alert } from '#pwa/ui/Alert.tsx'

/** The notice that articles are edited elsewhere. */
export const ExternalNews = () => <Alert>{NEWS_ELSEWHERE}</Alert>

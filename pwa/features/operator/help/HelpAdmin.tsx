import { useParams } from 'react-router-dom'
import { operatorHelp } from '#contract/operator/help/calls.ts'
import type { Topic } from '#contract/site/calls.ts'
import { TOPICS } from '#contract/site/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Tabs } from '#pwa/ui/layout/Tabs.tsx'
import { adminPaths } from '../admin-paths.ts'
import { HelpEditor } from './HelpEditor.tsx'

/** The labels of the topics, as in the tabs of the help pages. */
const topicLabels: Record<Topic, string> = {
  account: 'アカウント',
  payment: 'お支払い',
  other: 'その他',
}

/** The help entries of one topic, with links to the others. */
export function HelpAdmin() {
  const requested = useParams().topic
  const topic = TOPICS.find((one) => one === requested) ?? 'account'
  const help = useLoad(operatorHelp.getHelp, { params: { topic } })
  return (
    <div className="stack">
      <Tabs
        label="ヘルプの種類"
        tabs={TOPICS.map((one) => ({
          label: topicLabels[one],
          to: adminPaths.help(one),
          current: one === topic,
          end: true,
        }))}
      />
      <Loaded of={help}>{(data) => <HelpEditor key={topic} help={data} />}</Loaded>
    </div>
  )
}

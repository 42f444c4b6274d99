import { useParams } from 'react-router-dom'
import { operatorHelp } from '#contract/operator/help.ts'
import { TOPICS } from '#contract/site.ts'
import { useLoad } from '#pwa/lib/api.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Tabs } from '#pwa/ui/Tabs.tsx'
import { deskPaths } from '../desk-paths.ts'
import { HelpEditor } from './HelpEditor.tsx'
import { topicWords } from './topic-words.ts'

/** The answers of one topic, and the other topics. */
export function HelpDesk() {
  const asked = useParams().topic
  const topic = TOPICS.find((one) => one === asked) ?? 'account'
  const help = useLoad(operatorHelp.getHelp, { params: { topic } })
  return (
    <div className="stack">
      <Tabs
        label="ヘルプの種類"
        tabs={TOPICS.map((one) => ({
          label: topicWords[one],
          to: deskPaths.help(one),
          current: one === topic,
          end: true,
        }))}
      />
      <Loaded of={help}>{(found) => <HelpEditor key={topic} help={found} />}</Loaded>
    </div>
  )
}

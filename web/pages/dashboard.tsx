import { texts } from '#contract/texts.ts'
import { PageTitle } from '../ui/page-title.tsx'

export default function Dashboard() {
  return <PageTitle>{texts.dashboard.welcome}</PageTitle>
}

import { texts } from '../contract/fixed-texts.ts'
import { expect, test } from './fixtures.ts'
import { arrivedAt, logIn } from './sign-in.ts'

const { navigation, dashboard } = texts

test('of a form whose session ended, what was typed comes back, and nothing else @proof', async ({
  context,
  shop,
  signInAs,
}) => {
  const person = await shop.signUp('Careful Typist')
  const [leaving, profile] = [await context.newPage(), await context.newPage()]
  await signInAs(person)
  await leaving.goto('/')
  await profile.goto('/dashboard/profile')
  // That it was signed out here is over as soon as another tab has signed in.
  await profile.getByRole('button', { name: navigation.signOut }).click()
  await leaving.goto('/login')
  await logIn(leaving, person)
  await profile.getByRole('link', { name: navigation.dashboard, exact: true }).first().click()
  await profile.getByRole('link', { name: dashboard.profile }).click()
  const [education, location] = [profile.getByLabel('Education'), profile.getByLabel('Location')]
  await education.fill('Saved')
  await profile.getByRole('button', { name: 'Save profile' }).click()
  await expect(profile.getByText(texts.profileSaved('Careful Typist'))).toBeVisible()
  await location.fill('Typed')
  await leaving.getByRole('button', { name: navigation.signOut }).click()
  await arrivedAt(profile, navigation.login)
  await shop.call('PUT', `/api/profile/${encodeURIComponent(person.email)}`, {
    token: person.token,
    body: { info: { education: 'Changed elsewhere', location: '', number: '', linkdin: '' } },
  })
  await logIn(profile, person)
  await expect(location).toHaveValue('Typed')
  await expect(education).toHaveValue('Changed elsewhere')
})

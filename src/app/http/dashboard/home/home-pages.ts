import { html } from '../frame/html.ts'
import type { PageDeps } from '../frame/page-deps.ts'
import type { PageModule } from '../frame/page-module.ts'
import { render } from '../frame/respond.ts'
import { signedInView } from '../frame/view.ts'
import { HOME_WORDS } from './home-words.ts'

export type HomeDeps = PageDeps

export const homePages: PageModule<HomeDeps> = {
  routes(app, deps) {
    app.get('/', (c) => {
      const view = signedInView(c)
      return render(deps, c, { title: view.say(HOME_WORDS).title, nav: 'home', body: html`` })
    })
  },
}

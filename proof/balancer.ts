import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** Debian's nginx, where it is installed. */
export function findNginx(): string | null {
  try {
    return execFileSync('which', ['nginx'], {
      encoding: 'utf8',
      env: { PATH: `${process.env.PATH}:/usr/sbin` },
    }).trim()
  } catch {
    return null
  }
}

/** nginx in front of these ports, with its usual care: what could not be delivered goes to the next one. */
export async function startBalancer(nginx: string, port: number, instances: number[]) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shop-balancer-'))
  const servers = instances.map((instance) => `server 127.0.0.1:${instance} max_fails=1 fail_timeout=1s;`)
  const file = path.join(folder, 'nginx.conf')
  await writeFile(
    file,
    `daemon off; worker_processes 1; error_log ${folder}/error.log; pid ${folder}/pid;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  upstream shop { ${servers.join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://shop;
      proxy_http_version 1.1;
      proxy_connect_timeout 1s;
      proxy_next_upstream error timeout;
      proxy_set_header host $http_host;
      proxy_set_header connection "";
      proxy_set_header x-forwarded-for $remote_addr;
      proxy_set_header x-forwarded-proto $scheme;
    }
  }
}
`,
  )
  const running = spawn(nginx, ['-c', file, '-p', folder], { stdio: 'ignore' })
  return async () => {
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}

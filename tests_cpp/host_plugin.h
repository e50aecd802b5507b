// A device plugin for tests: two devices whose memory is the host's, but closed to all outside of the plugin.
#pragma once

#include "device/plugin.h"

extern "C" {

const graphwright::Plugin* graphwright_plugin(char* error);

// Calls since the last reset, by kind; and blocks of memory not given back yet.
struct HostPluginCounts {
  int to_device, to_host, between, kernels;
  int live_blocks;
};
HostPluginCounts host_plugin_counts();
void host_plugin_reset();
}

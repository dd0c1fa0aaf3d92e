/* What training and inference share: peaks, experts touched, bandwidth between GPUs. */
#include "math.h"
#include "speed_constants.h"
#include "speed_shape.h"

double speed_peak(const struct speed_gpu *gpu, enum speed_format format)
{
    for (int wider = (int)format; wider >= 0; wider--)
        if (gpu->peak[wider] > 0.0)
            return gpu->peak[wider];
    return 0.0;
}

double speed_weights_read(const struct speed_shape *shape, double batch)
{
    double idle = shape->weights - shape->active;
    if (shape->experts <= 0.0 || idle <= 0.0)
        return shape->read;
    double chosen = shape->experts_per_token / shape->experts;
    double all_experts = idle / (1.0 - chosen);
    return shape->read - all_experts * chosen - all_experts * math_expm1(batch * math_log(1.0 - chosen));
}

double speed_bus(const struct speed_gpu *gpu, double ranks, double gpus_per_node, double network)
{
    double inside = gpu->link * (gpu->has_nvlink ? K(nvlink_share) : K(pcie_share));
    if (ranks <= gpus_per_node)
        return inside;
    double edge = K(network_share) * network;
    return inside < edge ? inside : edge;
}
